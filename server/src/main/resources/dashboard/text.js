// Shows times, durations and names. Names come from clients and can contain anything.
import {html} from 'lit';
import {now} from './api.js';

const WHOLE = new Intl.NumberFormat('en');
const EXACT = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'medium',
});
const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

const DAY = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** [below how many seconds, seconds of the unit, its name] */
const UNITS = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [86_400, 3600, 'h'],
  [Infinity, 86_400, 'd'],
];

export function count(number) {
  return Number.isFinite(number) ? WHOLE.format(number) : '–';
}

/** Returns a rate with one decimal place below ten. */
export function rate(number) {
  return number < 9.95 ? number.toFixed(1) : WHOLE.format(Math.round(number));
}

/** Returns a duration with its two largest units. */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) {
    return '–';
  }
  if (seconds < 0.0005) {
    return '0 ms';
  }
  if (seconds < 1) {
    return `${Math.round(seconds * 1000)} ms`;
  }
  if (seconds < 9.95) {
    return `${seconds.toFixed(1)} s`;
  }
  const whole = Math.floor(seconds);
  if (whole < 60) {
    return `${whole} s`;
  }
  if (whole < 3600) {
    return `${Math.floor(whole / 60)} min ${pad(whole % 60)} s`;
  }
  if (whole < 86_400) {
    return `${Math.floor(whole / 3600)} h ${pad(Math.floor((whole % 3600) / 60))} min`;
  }
  return `${Math.floor(whole / 86_400)} d ${pad(Math.floor((whole % 86_400) / 3600))} h`;
}

/** Returns a number for the labels of an axis. */
export function shortNumber(number) {
  return WHOLE.format(Number(number.toPrecision(3)));
}

/** Returns the seconds of the unit in which an axis up to this duration has its labels. */
export function durationUnit(seconds) {
  return seconds < 120 ? 1 : seconds < 7200 ? 60 : 3600;
}

/** Returns a duration in one unit, for the labels of an axis. */
export function shortDuration(seconds) {
  if (seconds < 60) {
    const digits = seconds < 0.1 ? duration(seconds) : `${Number(seconds.toPrecision(2))} s`;
    return seconds === 0 ? '0' : digits;
  }
  const [value, unit] = seconds < 3600 ? [seconds / 60, 'min'] : [seconds / 3600, 'h'];
  return `${Number(value.toFixed(1))} ${unit}`;
}

/**
 * Returns whole seconds, so that a number that changes each second keeps its width; of more than
 * ten minutes only the minutes, which can be read while they change.
 */
export function countdown(seconds) {
  if (seconds < 60) {
    return `${Math.max(0, Math.ceil(seconds))} s`;
  }
  return seconds >= 600 && seconds < 3600 ? `${Math.floor(seconds / 60)} min` : duration(seconds);
}

/** Returns a duration in its largest unit, if it is longer than a minute. */
export function brief(seconds) {
  return seconds < 60 ? duration(seconds) : roughly(seconds);
}

/** Returns a duration in whole units of the largest kind. */
function roughly(seconds) {
  const [, size, unit] = UNITS.find(([limit]) => seconds < limit);
  return `${Math.floor(seconds / size)} ${unit}`;
}

function pad(number) {
  return String(number).padStart(2, '0');
}

export function exact(time) {
  return EXACT.format(time);
}

export function clock(time) {
  return CLOCK.format(time);
}

/** Shows how long ago a time was, with the exact one on hover. */
export function ago(text) {
  const time = typeof text === 'number' ? text : Date.parse(text);
  if (!Number.isFinite(time)) {
    return html`–`;
  }
  const seconds = Math.max(0, (now() - time) / 1000);
  const shown = seconds < 1.5 ? 'just now' : `${roughly(seconds)} ago`;
  return html`<time datetime=${new Date(time).toISOString()} title=${exact(time)}>${shown}</time>`;
}

/** Shows the time of day, or the date if that is another one, with the exact time on hover. */
export function moment(time) {
  const today = new Date(time).toDateString() === new Date(now()).toDateString();
  const shown = today ? CLOCK.format(time) : DAY.format(time);
  return html`<time datetime=${new Date(time).toISOString()} title=${exact(time)}>${shown}</time>`;
}

/** Shows how long something has lasted, with the time of its beginning on hover. */
export function lasting(text) {
  const time = Date.parse(text);
  const seconds = Math.max(0, Math.floor((now() - time) / 1000));
  return html`<time datetime=${text} title=${`since ${exact(time)}`}>${countdown(seconds)}</time>`;
}

// Control characters, marks that reorder text, and characters without width.
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Makes the characters of a name visible that would hide or reorder others. */
export function visible(text) {
  return String(text).replace(
    HIDDEN,
    (hidden) => `⟨${hidden.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Shows a name on one line; the whole one is its tooltip. */
export function name(text) {
  const shown = visible(text ?? '');
  return html`<bdi class="name" title=${shown.slice(0, 600)}>${shown.slice(0, 600)}</bdi>`;
}

/** Shows an owner, or that the client gave none. */
export function owner(text) {
  return text ? name(text) : html`<span class="faint">no owner</span>`;
}
