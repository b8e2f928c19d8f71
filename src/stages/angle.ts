import type { Angle } from '../domain/angle.ts';
import type { Brief, Origin } from '../domain/brief.ts';
import type { BundleId } from '../domain/id.ts';
import type { Report } from '../domain/report.ts';

export interface Provenance {
  readonly bundleId: BundleId | null;
  readonly generatedAt: string;
  readonly origin: Origin;
}

/** Puts the host's angles on their topics, the first of an id: the brief. */
export function toBrief(report: Report, angles: readonly Angle[], provenance: Provenance): Brief {
  if (report.status === 'nothing-solid') return { ...report, ...provenance };
  const { topics, ...rest } = report;
  const byId = new Map([...angles].reverse().map((angle) => [angle.id, angle]));
  return { ...rest, ...provenance, cards: topics.map((topic) => ({ ...topic, angle: byId.get(topic.id) ?? null })) };
}
