// Keeps rows in their places while a person reads them: order changes only when the pointer is away.

export class SteadyOrder {
  #order = null;
  #held = false;

  constructor(keyOf) {
    this.keyOf = keyOf;
  }

  hold(held) {
    this.#held = held;
  }

  forget() {
    this.#order = null;
  }

  /** Returns the rows in the order of before while held, new ones at the end. */
  apply(rows) {
    const before = this.#order;
    const steady =
      this.#held && before
        ? [...rows].sort((a, b) => place(before, this.keyOf(a)) - place(before, this.keyOf(b)))
        : rows;
    this.#order = new Map(steady.map((row, index) => [this.keyOf(row), index]));
    return steady;
  }
}

function place(order, key) {
  return order.get(key) ?? order.size;
}
