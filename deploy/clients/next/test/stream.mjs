/** A stream as browsers have it, without a network, for the tests of the packages here. */
export class Stream extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  static all = [];
  readyState = Stream.CONNECTING;
  constructor(url) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  close() { this.readyState = Stream.CLOSED; }
  opens() {
    this.readyState = Stream.OPEN;
    this.onopen?.();
  }
  /** Sends an event. */
  sends(name, data, lastEventId) { this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId })); }
  fails(readyState) {
    this.readyState = readyState;
    this.onerror?.();
  }
}
