import type { SourceId } from '../domain/source-id.ts';
import { github } from './github.ts';
import { hackernews } from './hackernews.ts';
import { lobsters } from './lobsters.ts';
import type { SourceEntry } from './network.ts';
import { reddit } from './reddit.ts';
import { v2ex } from './v2ex.ts';

/** Every source there is; a missing row does not compile. */
export const SOURCES = { hackernews, lobsters, reddit, v2ex, github } satisfies Record<SourceId, SourceEntry>;
