import { setMaxListeners } from 'node:events';

const LONGEST_TIMER_MS = 2_147_483_647;

export interface Deadline {
  /** Fires with the parent's reason, or with a `TimeoutError` when the time is up. */
  readonly signal: AbortSignal;
  /** Removes the timer and the listeners; must be called in every case. */
  clear(): void;
}

/**
 * A signal that fires with any of its parents or after `ms`. AbortSignal.timeout and AbortSignal.any are not used: neither
 * can be cleared, so each request would leave a timer and a link to the leg's signal behind.
 */
export function startDeadline(parents: readonly AbortSignal[], ms: number): Deadline {
  const controller = new AbortController();
  // Many requests share the leg's signal; Node warns on stderr from the eleventh listener on.
  setMaxListeners(0, controller.signal, ...parents);
  const expire = (): void => controller.abort(new DOMException('the time was up', 'TimeoutError'));
  const timer = ms > 0 && ms <= LONGEST_TIMER_MS ? setTimeout(expire, ms) : undefined;
  const links = parents.map((parent) => ({ parent, fire: () => controller.abort(parent.reason) }));
  for (const { parent, fire } of links) {
    if (parent.aborted) fire();
    else parent.addEventListener('abort', fire, { once: true });
  }
  if (!(ms > 0)) expire();
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      for (const { parent, fire } of links) parent.removeEventListener('abort', fire);
    },
  };
}
