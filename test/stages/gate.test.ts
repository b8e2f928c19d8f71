import { describe, expect, it } from 'vitest';
import { domainGate } from '../../src/stages/gate.ts';

function passes(domain: string, title: string, snippet = ''): boolean {
  return domainGate(domain)({ title, snippet });
}

describe('the domain gate', () => {
  it('lets everything pass on a global run', () => {
    expect(passes('', 'anything at all')).toBe(true);
    expect(passes('  !? ', 'anything at all')).toBe(true);
  });

  it('"AI agents" matches "An AI agent bankrupted its owner" and not "AI governance"', () => {
    expect(passes('AI agents', 'An AI agent bankrupted its owner')).toBe(true);
    expect(passes('AI agents', 'AI governance')).toBe(false);
  });

  it.each([
    ['agents', 'one agent left', true],
    ['agent', 'two agents met', true],
    ['batteries', 'a better battery', true],
    ['battery', 'batteries catch fire', true],
    ['boxes', 'a box of kelp', true],
    ['movies', 'a movie about kelp', true],
    ['crisis', 'the crisis deepens', true],
    ['bias', 'a bias in the data', true],
    ['glass', 'the glass is empty', true],
    ['glass', 'glasses on sale', true],
    ['robot', 'robotics for all', false],
    ['Kelp', 'KELP is back', true],
    ['kelp', 'skelpers unite', false],
  ])('domain %s, title "%s": %s', (domain, title, expected) => {
    expect(passes(domain, title)).toBe(expected);
  });

  it('goes by generic words only where the domain has no other', () => {
    expect(passes('AI technology', 'AI governance')).toBe(true);
    expect(passes('climate technology', 'new technology for sheep')).toBe(false);
    expect(passes('climate technology', 'the climate of Mars')).toBe(true);
  });

  it('reads the snippet too', () => {
    expect(passes('kelp', 'untitled', 'all about kelp')).toBe(true);
  });

  it.each([
    ['人工智能', '中国的人工智能公司', true],
    ['人工智能', '苹果发布新款手机', false],
    ['openai', 'OpenAI发布新模型', true],
    ['芯片 政策', '国产芯片的突破', true],
    ['ロボット', '新しいロボットが登場', true],
    ['ロボット', '新しいﾛﾎﾞｯﾄが登場', true],
    ['인공지능', '인공지능이 온다', true],
    ['нейросети', 'Нейросети пишут код', true],
    ['нейросети', 'погода на завтра', false],
  ])('knows other scripts: domain %s, title "%s": %s', (domain, title, expected) => {
    expect(passes(domain, title)).toBe(expected);
  });
});
