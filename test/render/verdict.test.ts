import { describe, expect, it } from 'vitest';
import { toJson } from '../../src/render/json.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { renderText } from '../../src/render/text.ts';
import { CLEAN, cardFixture, quietBrief, solidBrief, unobservedBrief } from './brief-fixture.ts';

const ONE = { families: ['v2ex'], publisherCount: 1, itemCount: 1 };

describe('nothing solid', () => {
  it('says so in one line of its own, with no card', () => {
    const brief = quietBrief();
    expect(renderText(brief).split('\n')).toContain('Nothing solid this window.');
    expect(renderMarkdown(brief).split('\n')).toContain('Nothing solid this window.');
    expect(renderMarkdown(brief)).not.toMatch(/^## \d/m);
  });

  it.each([
    [
      { heat: 0.949, junk: false, corroboration: ONE },
      '1 family and 1 publisher where 2 of each are needed, and its heat of 0.94 is under 0.95.',
    ],
    [
      { heat: 0.95, junk: false, corroboration: { ...ONE, publisherCount: 3 } },
      '1 family and 3 publishers where 2 of each are needed, and no item of heat 0.95 or more shows 200 points or comments.',
    ],
    [
      { heat: 0.99, junk: true, corroboration: { ...ONE, families: ['v2ex', 'reddit'] } },
      'junk-shaped topics pass by corroboration alone, and it has 2 families and 1 publisher where 2 of each are needed.',
    ],
    [{ heat: 0.99, junk: true, corroboration: { ...ONE, families: ['v2ex', 'reddit'], publisherCount: 2 } }, 'the host judged it junk.'],
  ])('tells why %j fell short', (signal, reason) => {
    const text = renderText(quietBrief({ closest: { name: 'Tide tables', ...signal } }));
    expect(text).toContain(`It did not clear the floor: ${reason}`);
  });

  it('names the closest weak signal', () => {
    const closest = { name: 'Tide tables', junk: false, heat: 0.5, corroboration: { ...ONE, itemCount: 2 } };
    expect(renderText(quietBrief({ closest }))).toContain(
      '\nClosest weak signal: Tide tables (single-source watch on v2ex, 2 items, heat 0.50).\n',
    );
  });

  it('does without a weak signal', () => {
    expect(renderText(quietBrief({ closest: null, nominationCount: 0 }))).toContain('Nothing was nominated.');
    expect(renderText(quietBrief({ closest: null }))).toContain('There was no weak signal to name.');
    expect(toJson(quietBrief({ closest: null }))).toMatchObject({ statement: 'Nothing solid this window.', closest: null });
  });

  it('speaks for the sources that answered, and is the same brief every time when all did', () => {
    const limits = 'This speaks only for the sources that answered: see the notes.';
    expect(renderText(quietBrief())).toContain(limits);
    expect(renderText(quietBrief({ ...CLEAN, closest: null, nominationCount: 0 }))).toBe(
      [
        'Trending now',
        '',
        'Window: 2031-04-10 to 2031-05-10, swept at 2031-05-10T18:00:00.000Z, tier deep',
        'Coverage: hackernews ok 60 | v2ex skipped (no listing by domain)',
        'Run: 3f9k2m7q8x0a1b5c',
        '',
        'Nothing solid this window.',
        'Nothing was nominated.',
        '',
      ].join('\n'),
    );
  });
});

describe('unobserved', () => {
  it.each([[renderText(unobservedBrief())], [renderMarkdown(unobservedBrief())], [JSON.stringify(toJson(unobservedBrief()))]])(
    'never sounds like an answer',
    (output) => {
      expect(output).toContain('No source could be observed: nothing can be said about this window.');
      expect(output).not.toMatch(/quiet|nothing.solid|weak signal/i);
    },
  );

  it('lists the cause of every source', () => {
    const text = renderText(unobservedBrief());
    expect(text).toContain('- reddit rate-limited (429, retry after 31 s)\n- v2ex skipped (no listing by domain)\n');
  });

  it('says when nobody was asked', () => {
    const text = renderText(unobservedBrief({ coverage: [], boundary: [], subreddits: [] }));
    expect(text).toContain('Sources: none (an empty boundary)\nSubreddits: none\n');
    expect(text).toContain('No source was asked.\n');
  });
});

describe('header', () => {
  it('names the domain, or that there was none', () => {
    expect(renderText(solidBrief({ domain: 'AI agents' })).split('\n')[0]).toBe('Trending: AI agents');
    expect(renderMarkdown(solidBrief({ domain: 'AI agents' })).split('\n')[0]).toBe('# Trending: AI agents');
    expect(renderText(solidBrief()).split('\n')[0]).toBe('Trending now');
  });

  it('promises nothing where nothing was observed', () => {
    expect(renderText(unobservedBrief()).split('\n')[0]).toBe('Nothing observed');
    expect(renderMarkdown(unobservedBrief({ domain: 'AI agents' })).split('\n')[0]).toBe('# Nothing observed: AI agents');
  });

  it('warns of anything but live data, and only then', () => {
    const notes = (origin: string) => renderText(solidBrief({ origin })).match(/MOCK DATA|REPLAY/g);
    expect([notes('live'), notes('mock'), notes('replay')]).toEqual([null, ['MOCK DATA'], ['REPLAY']]);
  });

  it('has no run reference for a one-shot run', () => {
    expect(renderText(solidBrief())).toContain('\nRun: 3f9k2m7q8x0a1b5c\n');
    expect(renderText(solidBrief({ bundleId: null }))).not.toContain('Run:');
  });

  it('says when no source was asked', () => {
    expect(renderText(quietBrief({ coverage: [], researchCoverage: [] }))).toContain('\nCoverage: no source was asked\n');
  });
});

describe('notes', () => {
  it('are absent when there is nothing to own up to', () => {
    expect(renderText(solidBrief(CLEAN))).not.toContain('Notes');
  });

  it('count in the right number', () => {
    const one = renderText(solidBrief({ ...CLEAN, unjudgedCount: 1, lostRowCount: 1, downgradedCount: 1 }));
    expect(one).toContain('   1 of 12 nominations was not judged by the host; heuristics stood in.\n');
    expect(one).toContain('   1 nomination could not be researched.\n');
    expect(one).toContain('   1 row of the checkpoint was corrupt or missing and left out.\n');
    const many = renderText(solidBrief({ ...CLEAN, unjudgedCount: 3, lostRowCount: 2, downgradedCount: 4 }));
    expect(many).toContain('   3 of 12 nominations were not judged by the host; heuristics stood in.\n');
    expect(many).toContain('   4 nominations could not be researched.\n');
    expect(many).toContain('   2 rows of the checkpoint were corrupt or missing and left out.\n');
  });

  it('tell what had no slot from what lay below the floor, and name neither where there is none', () => {
    const late = { id: 'n9-0001', name: 'Rust editions', why: 'no slot left' };
    const low = { id: 'n10-0002', name: 'Zine fair', why: 'below the floor' };
    const [lateLine, lowLine] = [
      '   Judged but not researched: Rust editions\n',
      '   Judged worth keeping, but below the confidence floor: Zine fair\n',
    ];
    expect(renderText(solidBrief({ ...CLEAN, unresearched: [low, late] }))).toContain(`${lateLine}${lowLine}`);
    const onlyLate = renderText(solidBrief({ ...CLEAN, unresearched: [late] }));
    expect([onlyLate.includes(lateLine), onlyLate.includes('confidence floor:')]).toEqual([true, false]);
    const onlyLow = renderText(quietBrief({ ...CLEAN, unresearched: [low] }));
    expect([onlyLow.includes(lowLine), onlyLow.includes('Judged but not')]).toEqual([true, false]);
  });

  it('keep the causes of sweep and research apart', () => {
    const text = renderText(solidBrief());
    expect(text).toContain('   Sweep coverage:\n   - reddit: rate-limited (429, retry after 31 s)\n   Research coverage:\n');
    expect(text).toContain('   - lobsters: timeout (no answer within 20 s)\n');
  });
});

describe('totals', () => {
  it('one heading and one section a card', () => {
    const cards = Array.from({ length: 10 }, (_, index) => cardFixture({ rank: index + 1, name: `Topic ${index + 1}` }));
    const markdown = renderMarkdown(solidBrief({ cards }));
    expect(markdown.match(/^## \d+\. Topic \d+$/gm)).toHaveLength(10);
    expect(markdown.match(/^ {2}- \[/gm)).toHaveLength(10 * 9);
    expect(renderText(solidBrief({ cards })).match(/^\d+\. Topic \d+$/gm)).toHaveLength(10);
  });
});
