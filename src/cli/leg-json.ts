import { coverageNotes } from '../domain/coverage.ts';
import type { Research } from '../domain/research.ts';
import { suspiciousTextCount } from '../domain/suspicious.ts';
import type { Topic } from '../domain/topic.ts';
import { type NominationFacts, nominationFacts, sourcesOf } from '../legs/facts.ts';
import type { AwaitingAngles, AwaitingJudgments, LegResult, Researching } from '../legs/result.ts';
import { commentTextJson, nameJson, titleJson, topicJson, unresearchedJson } from '../render/item-json.ts';
import { toJson } from '../render/json.ts';

/** What a leg's JSON document holds beside the fields that all share; strangers' text only under `untrusted`. */
export function legBody(result: LegResult): Record<string, unknown> {
  if (result.status === 'awaiting-judgments') return judgmentsBody(result);
  if (result.status === 'researching') return researchingBody(result);
  if (result.status === 'awaiting-angles') return anglesBody(result);
  return { brief: toJson(result.brief), coverage: result.brief.coverage };
}

function judgmentsBody({ bundleId, bundle, hostFile }: AwaitingJudgments): Record<string, unknown> {
  return {
    bundleId,
    hostFile,
    coverage: bundle.coverage,
    coverageNotes: coverageNotes(bundle.coverage),
    nominations: bundle.nominations.map((nomination) => nominationBody(nominationFacts(nomination, bundle.window))),
  };
}

function nominationBody({ name, items, publisherCount, ...facts }: NominationFacts): Record<string, unknown> {
  const { id, junk, sources, families, itemCount, newestAt, heat } = facts;
  const untrusted = { name: nameJson(name), titles: items.map(titleJson) };
  const suspiciousCount = suspiciousTextCount(items);
  return { id, junk, sources, families, publishers: publisherCount, itemCount, newestAt, heat, suspiciousCount, untrusted };
}

function researchingBody({ bundleId, coverage, progress }: Researching): Record<string, unknown> {
  return { bundleId, coverage, coverageNotes: coverageNotes(coverage), research: progress };
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
      unresearched: report.unresearched.map(unresearchedJson),
    },
    unjudgedCount: report.unjudgedCount,
    lostRowCount: report.lostRowCount,
  };
}

function topicBody(topic: Topic): Record<string, unknown> {
  const { name, seeds, research, bestComment } = topic;
  const found = research.status === 'researched' ? research.evidence : [];
  const untrusted = {
    name: nameJson(name),
    titles: seeds.map(({ item }) => titleJson(item)),
    found: found.map(titleJson),
    comment: bestComment === null ? null : commentTextJson(bestComment),
  };
  const suspiciousCount = suspiciousTextCount([...seeds.map(({ item }) => item), ...found]);
  return { ...topicJson(topic), research: researchBody(research), suspiciousCount, untrusted };
}

function researchBody(research: Research): Record<string, unknown> {
  if (research.status === 'downgraded') return { status: research.status, reason: research.reason };
  const { status, evidence, confirmedCount } = research;
  return { status, itemCount: evidence.length, confirmedCount, families: sourcesOf(evidence) };
}
