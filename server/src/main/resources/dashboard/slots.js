// The slots of a resource as a grid: filled ones are held.
import {html, nothing} from 'lit';
import {count, visible} from './text.js';

/**
 * Shows at most `max` cells. If the server tells which slot a holder has, the cell has its owner
 * as a tooltip; otherwise the held slots stand first.
 */
export function slots(resource, max) {
  const holders = resource.holders ?? [];
  const bySlot = new Map();
  holders.forEach((holder, index) => bySlot.set(holder.slot ?? index, holder));
  const cells = Math.min(resource.limit, max);
  const text = `${count(resource.held)} of ${count(resource.limit)} slots are held`;
  return html`<div class="slots" role="img" aria-label=${text}>
      ${Array.from({length: cells}, (unused, index) => {
        const held = holders.length > 0 ? bySlot.has(index) : index < resource.held;
        return html`<span
          class=${held ? 'slot taken' : 'slot'}
          title=${cell(index, held, bySlot.get(index))}
        ></span>`;
      })}
    </div>
    ${
      resource.limit > cells
        ? html`<p class="muted small">
            The first ${count(cells)} of ${count(resource.limit)} slots.
          </p>`
        : nothing
    }`;
}

function cell(index, held, holder) {
  const state = held ? `held${holder?.owner ? ` by ${visible(holder.owner)}` : ''}` : 'free';
  return `Slot ${index}: ${state}`;
}
