/** How much longer an answer may be read that has begun to arrive when the signal fires, ms. */
const READING_MS = 100;

/** A signal that fires after its parent: late enough for what has come already. */
export interface Grace {
  readonly signal: AbortSignal;
  /** The answer has begun to arrive. */
  begin(): void;
  /** Removes listener and timers; must be called in every case. */
  clear(): void;
}

/**
 * An answer that a site has sent is paid for: where it lies in the socket when the time is up (the disk may have held the process
 * up meanwhile), it is read before the request is called off.
 */
export function startGrace(parent: AbortSignal): Grace {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  let hasBegun = false;
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const onLooked = () => {
    if (hasBegun) timer = setTimeout(abort, READING_MS);
    else abort();
  };
  const onFired = () => {
    // Whatever phase of the event loop fires the signal, sockets are read at least once between two immediates.
    immediate = setImmediate(() => {
      immediate = setImmediate(onLooked);
    });
  };
  if (parent.aborted) abort();
  else parent.addEventListener('abort', onFired, { once: true });
  return {
    signal: controller.signal,
    begin: () => {
      hasBegun = true;
    },
    clear: () => {
      parent.removeEventListener('abort', onFired);
      clearImmediate(immediate);
      clearTimeout(timer);
    },
  };
}
