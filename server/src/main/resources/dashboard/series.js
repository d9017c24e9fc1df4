// Makes the series of the plots from the counts per second.
import {now} from './api.js';
import {live} from './live.js';

export const WINDOW_SECONDS = 300;
const STEP_SECONDS = 5;
const WAIT_STEP_SECONDS = 10;

/** Returns the ends of the steps of the window, in seconds, oldest first. The running one is left out. */
function steps(stepSeconds) {
  const end = Math.floor(now() / 1000 / stepSeconds) * stepSeconds;
  return Array.from(
    {length: WINDOW_SECONDS / stepSeconds},
    (unused, index) => end - WINDOW_SECONDS + (index + 1) * stepSeconds,
  );
}

/** Adds up what happened in a step. */
function sum(end, stepSeconds, of) {
  let total = 0;
  for (let at = end - stepSeconds; at < end; at++) {
    const second = live.seconds.get(at);
    total += second ? of(second) : 0;
  }
  return total;
}

const millis = (ends) => ends.map((end) => end * 1000);

export function rates() {
  const ends = steps(STEP_SECONDS);
  const series = (of) => ends.map((end) => sum(end, STEP_SECONDS, of) / STEP_SECONDS);
  return {
    times: millis(ends),
    granted: series((second) => second.granted),
    released: series((second) => second.released),
    lost: series((second) => second.lost),
  };
}

/**
 * Returns how many grants and waits there were, from the numbers at one time: each other value is
 * a neighbour with or without the changes in between.
 */
export function levels(held, waiting, countedAt) {
  const ends = steps(STEP_SECONDS);
  const counted = Math.floor(countedAt / 1000);
  const back = (number, gained, gone) => {
    const values = new Array(ends.length);
    const last = ends[ends.length - 1];
    let value = number;
    for (const [at, second] of live.seconds) {
      const change = gained(second) - gone(second);
      value += at > counted && at < last ? change : 0;
      value -= at <= counted && at >= last ? change : 0;
    }
    for (let index = ends.length - 1; index >= 0; index--) {
      values[index] = Math.max(0, value);
      value -= sum(ends[index], STEP_SECONDS, (second) => gained(second) - gone(second));
    }
    return values;
  };
  return {
    times: millis(ends),
    held: back(held, (second) => second.granted, (second) => second.released + second.lost),
    waiting: back(waiting, (second) => second.queued, (second) => second.unqueued),
  };
}

/** Returns percentiles of the time that granted requests had waited, in seconds. */
export function waits() {
  const ends = steps(WAIT_STEP_SECONDS);
  const half = [];
  const most = [];
  const nearlyAll = [];
  for (const end of ends) {
    const samples = [];
    for (let at = end - WAIT_STEP_SECONDS; at < end; at++) {
      samples.push(...(live.seconds.get(at)?.waits ?? []));
    }
    samples.sort((a, b) => a - b);
    const at = (part) =>
      samples.length === 0
        ? null
        : samples[Math.min(samples.length - 1, Math.floor(samples.length * part))] / 1000;
    half.push(at(0.5));
    most.push(at(0.95));
    nearlyAll.push(at(0.99));
  }
  return {times: millis(ends), half, most, nearlyAll};
}
