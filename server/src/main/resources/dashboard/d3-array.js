// The part of d3-array that scales need. The whole library would be fifty more files.
export {default as ticks, tickIncrement, tickStep} from 'd3-array/ticks.js';
export {default as bisect} from 'd3-array/bisect.js';
