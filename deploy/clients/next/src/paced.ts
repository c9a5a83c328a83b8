/** A function that is called at once, and no more often than a pause permits. */
export interface Paced {
  call: () => void;
  /** Ends a pause, without another call. */
  stop: () => void;
}

/** Calls f at once. Calls in the pause after one, in milliseconds, are a single one at its end. */
export function paced(f: () => void, pause: number): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const call = () => {
    if (timer !== undefined) {
      again = true;
      return;
    }
    timer = setTimeout(() => {
      timer = undefined;
      if (again) call();
    }, pause);
    again = false;
    f();
  };
  return { call, stop: () => clearTimeout(timer) };
}
