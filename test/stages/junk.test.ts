import { describe, expect, it } from 'vitest';
import { isJunkShaped } from '../../src/stages/junk.ts';

function junkAmong(titles: readonly string[]): string[] {
  return titles.filter((title) => isJunkShaped(title, ''));
}

const JUNK: Readonly<Record<string, readonly string[]>> = {
  'a beginner asks': [
    'How do I learn Python?',
    'Newbie question: what is a pointer',
    'where do I start with Rust',
    'How to center a div?',
    'Should I learn Rust or Go?',
  ],
  'anyone is asked': [
    'Is anyone else having problems with their router',
    'does anyone know a good laptop',
    'Has anyone tried Cursor 2?',
    'Anyone using NixOS in production?',
    'Can someone explain closures',
  ],
  'how, does, can, where': [
    'How does this work',
    'Does it matter',
    'Can you use Docker without root?',
    'Where can I find good datasets',
    'Why does my PC crash',
  ],
  'which and what to do': [
    'Which laptop should I buy',
    'What should I do about my career?',
    "What's the best way to learn programming",
    'What are your plans',
  ],
  'a question that names nothing': [
    'best laptop for college?',
    'so is the sky falling?',
    'are two monitors better than one？',
    'What were the best books in 2031?',
  ],
  'a cry for help': [
    'Need help with my resume',
    'Please help, my computer is slow',
    'any advice for a new grad',
    'Looking for recommendations: Linux laptops',
    'am I missing something about vectors',
  ],
  'a musing': [
    'I think social media is bad',
    'Thoughts on remote work',
    'Unpopular opinion: tabs are better',
    'Hot take: nobody needs Kubernetes',
    'CMV: standups are useless',
  ],
  'everyone but us': ['Everyone is talking about agents but do we need them'],
  'Ask HN to its readers': [
    'Ask HN: How do you organize your notes?',
    'Ask HN: Who is hiring? (May 2031)',
    'Ask HN: Is there a place for slow software',
    'Ask HN: Is it me or is Google worse',
  ],
  'Spanish questions': [
    '¿Cómo puedo aprender a programar?',
    '¿Cómo instalar Linux?',
    'Alguien sabe por qué va lento',
    '¿qué portátil compro?',
  ],
  'Chinese questions': [
    '大家用什么编辑器？',
    '求助 电脑开不了机',
    '程序员怎么学英语',
    '有没有好用的 Mac 软件推荐',
    '胖子不配拥有爱情吗',
    '新出的显示器怎么样',
  ],
  'Japanese questions': ['Pythonを学ぶにはどうすればいいですか？', '夜は眠れますか', '猫を飼うべきでしょうか', 'おすすめの本はありますか'],
  'nothing at all': ['', '   ', '???', '🚀', 'Ask HN:'],
};

const STORIES: Readonly<Record<string, readonly string[]>> = {
  news: ['Kelpdb 5 released', 'Fed cuts rates by 50 basis points', 'log4j zero-day found', 'quiet ocean discovered under the ice'],
  'Show and Launch HN': ['Show HN: What should I cook?', 'Launch HN: Can you help me'],
  'a question about a named entity': [
    'Is OpenAI going bankrupt?',
    'Did Google just kill AMP?',
    'Will Apple buy Kelp?',
    'Why is Nvidia falling today?',
    'AWS down again?',
    'Is this the end of GPT-6?',
    'when will iOS 30 ship?',
  ],
  'an explainer': [
    'What is MCP and why does OpenAI back it',
    'Why I left Google',
    'How I spend less time online',
    'How we cut our AWS bill',
    'What we know about the xz backdoor',
    'How to build a compiler',
    'How does DNS work',
  ],
  'news in other languages': [
    '苹果发布新款手机',
    '为什么 OpenAI 支持 MCP',
    '日本、新しい月探査機を打ち上げ',
    '日銀、利上げか',
    'España aprueba la ley de IA',
    '¿Está OpenAI en quiebra?',
  ],
};

describe('junk-shaped', () => {
  it.each(Object.entries(JUNK))('%s', (_, titles) => {
    expect(junkAmong(titles)).toEqual(titles);
  });

  it.each(Object.entries(STORIES))('is not: %s', (_, titles) => {
    expect(junkAmong(titles)).toEqual([]);
  });

  it('reads the snippet only where the title names nothing', () => {
    expect(isJunkShaped('weird thing at work today', 'Does anyone know what this is')).toBe(true);
    expect(isJunkShaped('weird thing at work today', 'is it me or the boiler')).toBe(true);
    expect(isJunkShaped('weird thing at work today', 'The boiler exploded.')).toBe(false);
    expect(isJunkShaped('weird thing at Google today', 'Does anyone know what this is')).toBe(false);
  });

  it('reads curly apostrophes as straight ones', () => {
    expect(isJunkShaped('What’s your favourite editor', '')).toBe(true);
  });
});
