import { coverageNotes } from '../domain/coverage.ts';
import type { Nomination } from '../domain/nomination.ts';
import { toUntrustedJson } from '../domain/text/contexts.ts';
import type { Topic } from '../domain/topic.ts';
import type { AwaitingAngles, AwaitingJudgments, LegResult } from '../legs/result.ts';
import { toJson } from '../render/json.ts';

const NAME_CAP = 96;
const TITLE_CAP = 220;

/** What a leg's JSON document holds beside the fields that all share; strangers' text only under `untrusted`. */
export function legBody(result: LegResult): Record<string, unknown> {
  if (result.status === 'awaiting-judgments') return judgmentsBody(result);
  if (result.status === 'awaiting-angles') return anglesBody(result);
  return { brief: toJson(result.brief), coverage: result.brief.coverage };
}

function judgmentsBody({ bundleId, bundle, hostFile }: AwaitingJudgments): Record<string, unknown> {
  return {
    bundleId,
    hostFile,
    coverage: bundle.coverage,
    coverageNotes: coverageNotes(bundle.coverage),
    nominations: bundle.nominations.map(nominationBody),
  };
}

function nominationBody({ id, junk, families, seeds, name }: Nomination): Record<string, unknown> {
  const items = seeds.map((seed) => seed.item);
  const dates = items.flatMap((item) => item.publishedAt ?? []).sort();
  return {
    id,
    junk,
    sources: [...new Set(items.map((item) => item.source))].sort(),
    families,
    publishers: new Set(items.map((item) => item.publisher)).size,
    itemCount: items.length,
    newestAt: dates.at(-1) ?? null,
    heat: Math.max(...seeds.map((seed) => seed.heat)),
    untrusted: { name: toUntrustedJson(name, NAME_CAP), titles: items.map((item) => toUntrustedJson(item.title, TITLE_CAP)) },
  };
}

function anglesBody({ bundleId, report, hostFile }: AwaitingAngles): Record<string, unknown> {
  return {
    bundleId,
    hostFile,
    coverage: report.coverage,
    coverageNotes: coverageNotes(report.coverage),
    topics: report.topics.map(topicBody),
    research: {
      coverage: report.researchCoverage,
      coverageNotes: coverageNotes(report.researchCoverage),
      researchedCount: report.topics.length - report.downgradedCount,
      downgradedCount: report.downgradedCount,
      unresearched: report.unresearched.map(({ id, name }) => ({ id, untrusted: { name: toUntrustedJson(name, NAME_CAP) } })),
    },
    unjudgedCount: report.unjudgedCount,
    lostRowCount: report.lostRowCount,
  };
}

function topicBody(topic: Topic): Record<string, unknown> {
  const { id, rank, junk, worth, judgedBy, heat, strength, score, momentum, corroboration, newestAt, oldestAt, research } = topic;
  const found = research.status === 'researched' ? research.evidence : [];
  return {
    ...{ id, rank, junk, worth, judgedBy, heat, strength, score, momentum, corroboration, newestAt, oldestAt },
    research:
      research.status === 'researched'
        ? {
            status: research.status,
            itemCount: found.length,
            confirmedCount: research.confirmedCount,
            families: [...new Set(found.map((item) => item.source))].sort(),
          }
        : { status: research.status, reason: research.reason },
    untrusted: {
      name: toUntrustedJson(topic.name, NAME_CAP),
      titles: topic.seeds.map(({ item }) => toUntrustedJson(item.title, TITLE_CAP)),
      found: found.map((item) => toUntrustedJson(item.title, TITLE_CAP)),
      comment: topic.bestComment === null ? null : toUntrustedJson(topic.bestComment.text, TITLE_CAP),
    },
  };
}
