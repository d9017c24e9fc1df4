// How fast the log grows, from the committed entries that the pages have seen.
const STEP_MILLIS = 5000;
const STEPS = 60;

/** Kept over changes of the page: {time, index}. */
const seen = [];

/** Notes the committed entry of a cluster's state, and returns the state. */
export function remember(state) {
  seen.push({time: Date.now(), index: state.commit_index});
  while (seen[0].time < Date.now() - (STEPS + 2) * STEP_MILLIS) {
    seen.shift();
  }
  return state;
}

/** Returns whether the server has no log. */
export function inMemory(state) {
  return state.term === 0 && state.commit_index === 0;
}

/** Returns the index at a time between two that were seen; null outside of them. */
function indexAt(time) {
  const after = seen.findIndex((one) => one.time >= time);
  if (after <= 0) {
    return null;
  }
  const [from, to] = [seen[after - 1], seen[after]];
  return from.index + ((to.index - from.index) * (time - from.time)) / (to.time - from.time);
}

/** Returns the entries per second of the last five minutes; null where nothing was seen. */
export function growth() {
  const end = Math.floor(Date.now() / STEP_MILLIS) * STEP_MILLIS;
  const times = Array.from(
    {length: STEPS},
    (unused, index) => end - (STEPS - 1 - index) * STEP_MILLIS,
  );
  const values = times.map((time) => {
    const now = indexAt(time);
    const before = indexAt(time - STEP_MILLIS);
    return now === null || before === null
      ? null
      : Math.max(0, now - before) / (STEP_MILLIS / 1000);
  });
  return {times, values};
}
