import { toEngineOptions } from '../../src/cli/engine-options.ts';
import { parseRawOptions } from '../../src/cli/options.ts';
import { type Engine, type EngineOptions, openEngine } from '../../src/legs/engine.ts';
import type { EngineEvent } from '../../src/legs/event.ts';
import { AT } from './build-item.ts';
import { testEnvironment } from './call-program.ts';
import { temporaryDirectory } from './temporary.ts';

export interface TestEngine extends Engine {
  readonly events: EngineEvent[];
}

/** An engine on a fresh store, bundled responses and a set clock; it notes what it tells. */
export function openTestEngine(over: Partial<EngineOptions> = {}): TestEngine {
  const events: EngineEvent[] = [];
  const wiring = {
    signal: new AbortController().signal,
    emit: (event: EngineEvent) => void events.push(event),
    warn: () => undefined,
  };
  const options = toEngineOptions(
    parseRawOptions({ mock: true, now: AT, store: over.storeDirectory ?? temporaryDirectory() }),
    testEnvironment(),
    wiring,
  );
  return { ...openEngine({ ...options, ...over }), events };
}
