const most = 10_000; // ids that are remembered

/**
 * The webhooks that were received, by their ids. It forgets the oldest ones, and then refuses whatever was signed no
 * later than they were. So a webhook that is sent again is recognised, however many came between.
 */
export class Received {
  readonly #handled = new Map<string, { at: number; done: Promise<void> }>();
  #floor = -Infinity;

  /** Handles a webhook, signed at a time in seconds, unless its id was handled. It reports false if it is too old. */
  async handle(id: string, at: number, handle: () => void | Promise<void>): Promise<boolean> {
    const known = this.#handled.get(id);
    if (known) {
      await known.done; // it fails as the first one does, and Vitrine sends it once more
      return true;
    }
    if (at <= this.#floor) return false;
    const done = (async () => handle())();
    this.#handled.set(id, { at, done });
    for (const [oldest, one] of this.#handled) {
      if (this.#handled.size <= most) break;
      this.#handled.delete(oldest);
      this.#floor = Math.max(this.#floor, one.at);
    }
    try {
      await done;
    } catch (error) {
      this.#handled.delete(id);
      throw error;
    }
    return true;
  }
}
