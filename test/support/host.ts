import { writeFileSync } from 'node:fs';
import { z } from 'zod';

const judgmentsSchema = z.object({
  bundleId: z.string(),
  judgments: z.array(z.object({ id: z.string(), name: z.string(), junk: z.boolean(), worth: z.number() })),
});
const anglesSchema = z.object({
  bundleId: z.string(),
  angles: z.array(z.object({ id: z.string(), podcast: z.string(), article: z.string(), hook: z.string() })),
});
export type JudgmentRow = z.infer<typeof judgmentsSchema>['judgments'][number];
export type AngleRow = z.infer<typeof anglesSchema>['angles'][number];

/** What a leg printed for its host: the file to write, its template, the next command. */
export interface Asked {
  readonly path: string;
  readonly template: string;
  readonly next: string;
}

/** Reads a digest as a host would: from the printed words alone. */
export function readDigest(digest: string): Asked {
  const path = /rite this file: (.+)$/m.exec(digest)?.[1];
  const template = /^\{"bundleId":[\s\S]*?^\S.*\]\}$/m.exec(digest)?.[0];
  const next = digest.trimEnd().split('\n').at(-1);
  if (path === undefined || template === undefined || next === undefined) throw new Error(`not a digest:\n${digest}`);
  return { path, template, next };
}

/** Fills in the printed judgments template and writes the file it names; returns the next command. */
export function writeJudgments(digest: string, judge: (row: JudgmentRow, index: number) => JudgmentRow): string {
  const { path, template, next } = readDigest(digest);
  const file = judgmentsSchema.parse(JSON.parse(template));
  writeFileSync(path, JSON.stringify({ ...file, judgments: file.judgments.map(judge) }));
  return next;
}

export function writeAngles(digest: string, angle: (row: AngleRow, index: number) => AngleRow): string {
  const { path, template, next } = readDigest(digest);
  const file = anglesSchema.parse(JSON.parse(template));
  writeFileSync(path, JSON.stringify({ ...file, angles: file.angles.map(angle) }));
  return next;
}
