/** The position that something was read at: a change number of a tenant, in an epoch. */
export interface Stamp {
  tenant: string;
  seq: number;
  /** The epoch of the number: 8 hexadecimal digits. */
  epoch: string;
}

const form = /^(.+):(0|[1-9][0-9]{0,15}):([0-9a-f]{8})$/;

/** Reads a stamp or a token such as `demo:42:0a1b2c3d`. It returns undefined for anything else. */
export function parseStamp(text: string | null | undefined): Stamp | undefined {
  const m = text ? form.exec(text) : null;
  return m ? { tenant: m[1]!, seq: Number(m[2]), epoch: m[3]! } : undefined;
}

/** Writes a stamp as Vitrine does. */
export function formatStamp(s: Stamp): string {
  return `${s.tenant}:${s.seq}:${s.epoch}`;
}

/** The lowest of several stamps, for something that was made from several answers. Two epochs have none. */
export function lowest(stamps: Iterable<Stamp>): Stamp | undefined {
  let low: Stamp | undefined;
  for (const s of stamps) {
    if (low && (low.epoch !== s.epoch || low.tenant !== s.tenant)) return undefined;
    if (!low || s.seq < low.seq) low = s;
  }
  return low;
}

/**
 * The newest change of each tag. A tag that was never seen has the floor: the change with which the stream began, or up
 * to which tags were dropped. There are at most `most` tags; when there are more, the older half becomes the floor.
 */
export class Cells {
  #epoch = "";
  #floor = 0;
  #last = 0;
  #seqs = new Map<string, number>();

  readonly #most: number;

  constructor(most = 100_000) {
    this.#most = most;
  }

  get epoch(): string {
    return this.#epoch;
  }

  /** The newest change that was applied. */
  get last(): number {
    return this.#last;
  }

  get size(): number {
    return this.#seqs.size;
  }

  /** Begins anew: everything that was read before this change is stale, and everything of another epoch. */
  reset(epoch: string, seq: number): void {
    this.#epoch = epoch;
    this.#floor = this.#last = seq;
    this.#seqs.clear();
  }

  /** Applies a change. Of another epoch than the current one, it makes everything stale. */
  apply(epoch: string, seq: number, tags: readonly string[]): void {
    if (epoch !== this.#epoch) {
      this.reset(epoch, seq);
      return;
    }
    for (const tag of tags) {
      this.#seqs.delete(tag); // the map is ordered by the last change
      this.#seqs.set(tag, seq);
    }
    this.#last = Math.max(this.#last, seq);
    if (this.#seqs.size > this.#most) this.#drop();
  }

  /** Notes that changes up to a number concern no tag. */
  advance(seq: number): void {
    this.#last = Math.max(this.#last, seq);
  }

  /** Makes everything stale that was read before a change. */
  raise(seq: number): void {
    this.#floor = Math.max(this.#floor, seq);
    this.#last = Math.max(this.#last, seq);
    this.#seqs.clear();
  }

  #drop(): void {
    let left = this.#seqs.size - Math.floor(this.#most / 2);
    for (const [tag, seq] of this.#seqs) {
      if (left-- <= 0) break;
      this.#floor = Math.max(this.#floor, seq);
      this.#seqs.delete(tag);
    }
  }

  /**
   * Reports whether nothing that carries these tags has changed since the stamp. What has no tags may depend on
   * anything, so any change makes it stale.
   */
  fresh(stamp: Pick<Stamp, "seq" | "epoch">, tags: Iterable<string>): boolean {
    if (stamp.epoch !== this.#epoch || stamp.seq < this.#floor) return false;
    let tagged = false;
    for (const tag of tags) {
      if ((this.#seqs.get(tag) ?? 0) > stamp.seq) return false;
      tagged = true;
    }
    return tagged || stamp.seq >= this.#last;
  }
}
