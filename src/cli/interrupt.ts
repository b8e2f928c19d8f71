/** SIGINT and SIGTERM end the requests under way; the leg then stops in order. */
export function listenForSignals(): { readonly signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('interrupted by a signal', 'AbortError'));
  process.on('SIGINT', abort);
  process.on('SIGTERM', abort);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  };
}
