// Makes the picture of a resource's past: who held it when, and who waited meanwhile.
import {now} from './api.js';

/**
 * Returns one span for each grant or wait: {id, owner, queued, since, ended, end}.
 * Times are in milliseconds. A span without `since` was never granted; one without `ended` lasts.
 * The server's history comes first; the live events add what happened since it was loaded.
 */
export function spans(resource, events) {
  const byFence = new Map();
  const others = [];
  for (const past of resource?.history ?? []) {
    if (past.kind === 'wait') {
      others.push(ofWait(past));
    } else {
      byFence.set(past.fence, ofHistory(past));
    }
  }
  const known = new Set(others.map(endOf));
  for (const event of events) {
    take(event, byFence, others, known);
  }
  for (const holder of resource?.holders ?? []) {
    const known = byFence.get(holder.fence);
    const since = Date.parse(holder.since);
    byFence.set(holder.fence, {
      ...known,
      id: holder.fence,
      owner: holder.owner ?? known?.owner,
      queued: known?.queued ?? since,
      since,
      ended: null,
      end: null,
    });
  }
  const held = new Set((resource?.holders ?? []).map((holder) => holder.fence));
  const ended = [...byFence.values()].filter((span) => span.ended !== null || held.has(span.id));
  const waits = (resource?.queue ?? []).map((waiter) => ({
    id: `w${waiter.id}`,
    owner: waiter.owner,
    queued: Date.parse(waiter.since),
    since: null,
    ended: null,
    end: null,
  }));
  return [...ended, ...others, ...waits].sort(
    (a, b) =>
      (a.since ?? a.ended ?? Infinity) - (b.since ?? b.ended ?? Infinity) || a.queued - b.queued,
  );
}

function ofHistory(past) {
  const since = Date.parse(past.since);
  return {
    id: past.fence,
    owner: past.owner,
    slot: past.slot,
    queued: Date.parse(past.queued),
    since,
    ended: Date.parse(past.ended),
    end: past.end,
    by: past.by,
    reason: past.reason,
  };
}

function ofWait(past) {
  return {
    id: `p${past.session ?? past.owner ?? ''}-${past.ended}`,
    owner: past.owner,
    queued: Date.parse(past.queued),
    since: null,
    ended: Date.parse(past.ended),
    end: past.end,
    by: past.by,
    reason: past.reason,
  };
}

/** Returns what tells the end of a wait in the history from that of another one in the events. */
function endOf(wait) {
  return `${wait.owner ?? ''} ${wait.ended} ${wait.end}`;
}

function take(event, byFence, others, known) {
  if (event.kind === 'granted') {
    if (!byFence.has(event.fence)) {
      byFence.set(event.fence, {
        id: event.fence,
        owner: event.owner,
        queued: event.time - event.waited_ms,
        since: event.time,
        ended: null,
        end: null,
      });
    }
  } else if (event.fence !== undefined && event.held_ms !== undefined) {
    const known = byFence.get(event.fence);
    const since = known?.since ?? event.time - event.held_ms;
    byFence.set(event.fence, {
      ...known,
      id: event.fence,
      owner: event.owner ?? known?.owner,
      queued: known?.queued ?? since,
      since,
      ended: event.time,
      end: known?.end ?? event.reason ?? event.kind,
    });
  } else if (event.kind === 'cancelled') {
    const wait = {
      id: `c${event.id}`,
      owner: event.owner,
      queued: event.time - (event.waited_ms ?? 0),
      since: null,
      ended: event.time,
      end: event.reason ?? 'cancelled',
    };
    if (!known.has(endOf(wait))) {
      others.push(wait);
    }
  }
}

/** Returns the window that shows the spans: at least 20 seconds, at most an hour. */
export function windowOf(shown) {
  const to = now();
  const first = Math.min(...shown.map((span) => span.queued), to - 20_000);
  return {from: Math.max(first - (to - first) * 0.02, to - 3_600_000), to};
}
