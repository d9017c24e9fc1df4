// The part of d3-interpolate that scales of numbers need. Colours are left to the style sheet.
export {default as interpolate, default as interpolateNumber} from 'd3-interpolate/number.js';
export {default as interpolateRound} from 'd3-interpolate/round.js';
