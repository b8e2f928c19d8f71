import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { renderText } from '../../src/render/text.ts';
import { CLEAN, cardFixture, downgradedCard, itemOf, solidBrief } from './brief-fixture.ts';

/** Lines of the one card, indentation off. */
function cardLines(over: Parameters<typeof cardFixture>[0] = {}): string[] {
  const text = renderText(solidBrief({ ...CLEAN, cards: [cardFixture(over)] }));
  return text
    .slice(text.indexOf('\n1. ') + 1)
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

function labelled(label: string, over: Parameters<typeof cardFixture>[0] = {}): string[] {
  return cardLines(over).filter((line) => line.startsWith(`${label}:`));
}

function seedOf(over: Parameters<typeof itemOf>[0], heat = 0.5) {
  return { item: itemOf(over), heat };
}

describe('momentum', () => {
  it.each([
    ['new', true, 'Momentum: new (provisional)'],
    ['cooling', false, 'Momentum: cooling'],
  ] as const)('%s, provisional %s', (direction, provisional, expected) => {
    expect(labelled('Momentum', { momentum: { direction, provisional } })).toEqual([expected]);
  });
});

describe('corroboration', () => {
  it('says single-source watch', () => {
    const corroboration = { families: ['hackernews'], publisherCount: 1, itemCount: 1 };
    expect(labelled('Corroboration', { corroboration })).toEqual(['Corroboration: single-source watch (hackernews)']);
  });
});

describe('worth', () => {
  it('is shown when the host gave it', () => {
    expect(labelled('Strength', { worth: 7 })).toEqual(['Strength: 2.41; worth 7 of 100; score 3.26']);
  });

  it('is not shown when nobody gave it', () => {
    expect(labelled('Strength', { judgedBy: 'heuristics' })).toEqual(['Strength: 2.41; not judged by the host; score 3.26']);
  });
});

describe('why', () => {
  it('counts items and names the liveliest discussion', () => {
    const seeds = [
      seedOf({ commentCount: 12 }),
      seedOf({ source: 'reddit', commentCount: 1500 }),
      seedOf({ source: 'v2ex', commentCount: 3 }),
    ];
    const why = 'Why: 3 items on hackernews, reddit and v2ex; most commented: 1,500 comments on reddit';
    expect(labelled('Why', { seeds })).toEqual([why]);
  });

  it('takes the first of equals', () => {
    const seeds = [seedOf({ source: 'reddit', commentCount: 9 }), seedOf({ commentCount: 9 })];
    expect(labelled('Why', { seeds })).toEqual(['Why: 2 items on hackernews and reddit; most commented: 9 comments on reddit']);
  });

  it('falls back to points', () => {
    const seeds = [seedOf({ source: 'github', commentCount: null, points: 4100 }), seedOf({ commentCount: 0, points: 2 })];
    expect(labelled('Why', { seeds })).toEqual(['Why: 2 items on hackernews and github; most points: 4,100 points on github']);
  });

  it('stays with the count when there is neither', () => {
    expect(labelled('Why', { seeds: [seedOf({ commentCount: null, points: -4 })] })).toEqual(['Why: 1 item on hackernews']);
  });
});

describe('research', () => {
  const answered = { httpStatus: 200, requestCount: 1, elapsedMs: 1 };

  it('counts what it found beyond the sweep', () => {
    const evidence = [itemOf({ source: 'reddit' }), itemOf({}), itemOf({})];
    const coverage = [{ source: 'hackernews', outcome: { status: 'ok', itemCount: 2, ...answered } }];
    const research = { status: 'researched', evidence, confirmedCount: 0, queries: [], coverage };
    expect(labelled('Evidence', { research })).toEqual(['Evidence: research found 3 further items on hackernews and reddit']);
  });

  it('may find nothing', () => {
    const research = { status: 'researched', evidence: [], confirmedCount: 0, queries: [], coverage: [] };
    expect(labelled('Evidence', { research })).toEqual(['Evidence: research found nothing further']);
    expect(labelled('Research items', { research })).toEqual([]);
  });

  it('names the sources that gave no answer', () => {
    expect(labelled('Evidence')).toEqual(['Evidence: research found 8 further items on hackernews; no answer from lobsters']);
  });

  it('that failed is never dressed up', () => {
    const research = { status: 'downgraded', reason: 'every source failed', coverage: [] };
    expect(labelled('Evidence', { research })).toEqual([
      'Evidence: NOT RESEARCHED: every source failed; what follows are sweep items only',
    ]);
    expect(cardLines({ research }).some((line) => line.includes('research found') || line.startsWith('Research items'))).toBe(false);
  });
});

describe('best comment', () => {
  const comment = { source: 'hackernews', author: 'ada', text: 'It happened to us.', points: 1234567 };

  it.each([
    [comment, 'Best comment: "It happened to us." (ada, hackernews, 1,234,567 points)'],
    [{ ...comment, author: null, points: null }, 'Best comment: "It happened to us." (hackernews)'],
    [{ ...comment, author: '\u200b\u200d', points: 1 }, 'Best comment: "It happened to us." (hackernews, 1 point)'],
    [
      { ...comment, text: '"It happened," they said. "Twice."' },
      'Best comment: "It happened," they said. "Twice." (ada, hackernews, 1,234,567 points)',
    ],
    [{ ...comment, text: '“Twice.”' }, 'Best comment: “Twice.” (ada, hackernews, 1,234,567 points)'],
    [{ ...comment, text: '"Twice" is much' }, 'Best comment: "Twice" is much (ada, hackernews, 1,234,567 points)'],
  ])('%j', (bestComment, expected) => {
    expect(labelled('Best comment', { bestComment })).toEqual([expected]);
  });

  it.each([[null], [{ ...comment, text: '' }], [{ ...comment, text: '\u001b[31m\u200b \n' }]])('no line for %j', (bestComment) => {
    expect(labelled('Best comment', { bestComment })).toEqual([]);
  });

  it('is cut at a word', () => {
    const [line = ''] = labelled('Best comment', { bestComment: { ...comment, text: 'word '.repeat(500) } });
    expect(line).toMatch(/ word…" \(ada/);
    expect(line.length).toBeLessThan(420);
  });
});

describe('angles', () => {
  const labels = ['Podcast angle', 'Article angle', 'Hook'];
  const angleLines = (angle: unknown) => cardLines({ angle }).filter((line) => labels.some((label) => line.startsWith(`${label}:`)));

  it('stand in order, after the comment and before the evidence', () => {
    const starts = cardLines().map((line) => line.split(':')[0]);
    const order = ['Best comment', ...labels, 'Sweep items', 'Research items (6 of 8)', 'Also nominated as'];
    expect(starts.filter((start) => start !== undefined && order.includes(start))).toEqual(order);
  });

  it('leave no empty sibling', () => {
    const angle = { id: 'n1-4f2a', podcast: null, article: 'The long read', hook: ' \u200b ' };
    expect(angleLines(angle)).toEqual(['Article angle: The long read']);
  });

  it('leave no line when there are none', () => {
    expect(angleLines(null)).toEqual([]);
    expect(angleLines({ id: 'n1-4f2a', podcast: null, article: null, hook: null })).toEqual([]);
  });

  it('are capped at 200', () => {
    const [line = ''] = angleLines({ id: 'n1-4f2a', podcast: 'x'.repeat(900), article: null, hook: null });
    expect([...line.slice('Podcast angle: '.length)]).toHaveLength(200);
  });
});

describe('evidence items', () => {
  it('show only the numbers the site shows', () => {
    const shown = (over: Parameters<typeof itemOf>[0]) => cardLines({ seeds: [seedOf(over)] }).find((line) => line.startsWith('- '));
    expect(shown({ points: null })).toBe('- Kelpdb loses writes after a crash (hackernews, 325 comments, 2031-05-10)');
    expect(shown({ commentCount: null })).toBe('- Kelpdb loses writes after a crash (hackernews, 3,750 points, 2031-05-10)');
    expect(shown({ points: null, commentCount: null, rank: 22 })).toBe(
      '- Kelpdb loses writes after a crash (hackernews, 22nd in its listing, 2031-05-10)',
    );
    expect(shown({ points: null, commentCount: null, rank: null, publishedAt: null })).toBe(
      '- Kelpdb loses writes after a crash (hackernews, undated)',
    );
  });

  it('are at most six of each kind, the rest counted', () => {
    const lines = cardLines({ seeds: Array.from({ length: 7 }, () => seedOf({})) });
    expect(lines.filter((line) => line.startsWith('- '))).toHaveLength(12);
    expect(lines).toContain('Sweep items (6 of 7):');
    expect(lines).toContain('Research items (6 of 8):');
  });

  it('say no total when all are shown', () => {
    expect(cardLines({ seeds: Array.from({ length: 6 }, () => seedOf({})) })).toContain('Sweep items:');
  });

  it.each([
    ['javascript:alert(1)', 'https://site.example/1', ['https://site.example/1']],
    ['https://user:secret@site.example/1', 'https://site.example/1', ['https://site.example/1']],
    ['https://site.example/1', 'https://site.example/1', ['https://site.example/1']],
    ['https://a.example/(x)[y]', 'https://site.example/1', ['https://a.example/%28x%29%5By%5D', 'hackernews: https://site.example/1']],
    ['data:text/html,x', 'file:///etc/passwd', []],
  ])('of link %s and page %s lead to %j', (link, discussionUrl, expected) => {
    const over = { seeds: [seedOf({ link, discussionUrl })], research: downgradedCard().research, folded: [] };
    const lines = cardLines(over);
    expect(lines.slice(lines.indexOf('Sweep items:') + 2)).toEqual(expected);
  });

  it('stand without a link in Markdown where no address is safe', () => {
    const seeds = [seedOf({ title: 'A [b] c', link: 'javascript:x', discussionUrl: 'ftp://x/' })];
    const markdown = renderMarkdown(solidBrief({ cards: [cardFixture({ seeds, research: downgradedCard().research })] }));
    expect(markdown).toContain('\n  - A \\[b\\] c (hackernews, 3,750 points, 325 comments, 2031-05-10)\n');
  });

  it('have a stand-in where a title has nothing legible', () => {
    const seeds = [seedOf({ title: '\u200b', link: null, discussionUrl: 'javascript:x' })];
    const brief = solidBrief({ cards: [cardFixture({ seeds, name: '\u202e' })] });
    expect(renderText(brief)).toContain('- (no legible text) (hackernews');
    expect(renderText(brief)).toContain('\n1. (no legible text)\n');
    expect(renderMarkdown(brief)).toContain('  - (no legible text) (hackernews');
    expect(renderMarkdown(brief)).toContain('\n## 1. (no legible text)\n');
  });
});

describe('folded stories', () => {
  it('are all named', () => {
    const folded = [
      { id: 'n4-0c11', name: 'One & more' },
      { id: 'n5-0c12', name: 'Two' },
    ];
    expect(labelled('Also nominated as', { folded })).toEqual(['Also nominated as: One & more | Two']);
    expect(labelled('Also nominated as', { folded: [] })).toEqual([]);
  });
});
