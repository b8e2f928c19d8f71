import { decodeHTMLStrict } from 'entities';
import { describe, expect, it } from 'vitest';
import { toLine, toTerminalText, toUntrustedJson } from '../../../src/domain/text/contexts.ts';
import { toHtmlText } from '../../../src/domain/text/html.ts';
import { toMarkdownText } from '../../../src/domain/text/markdown.ts';
import { suspicion } from '../../../src/domain/text/suspicion.ts';

const CAP = 220;

describe('ordinary titles read as they were written, and raise no suspicion', () => {
  it.each([
    ['English', 'Log4j RCE Found: what C# & C++ teams can do [video] (50% off!)'],
    ['code', 'Why x <- y, i++ and *ptr beat foo_bar #2 in ~90 % of cases'],
    ['German, French, Turkish, Vietnamese', 'Größe, œuvre, İstanbul, Tiếng Việt'],
    ['Chinese', '如何评价 Log4j2 漏洞？——《核弹级》漏洞来了'],
    ['Japanese', 'プログラミング言語「がぎぐげご」、㈱とルビの話'],
    ['Korean', '한국어 제목도 그대로: 로그4j 취약점'],
    ['Arabic', 'ثغرة أمنية خطيرة في مكتبة جافا، والحلُّ بسيط؟'],
    ['Hebrew', 'פרצת אבטחה חמורה בספריית ג׳אווה: שָׁלוֹם'],
    ['Persian', 'آسیب پذیری جدی در کتابخانه جاوا'],
    ['Hindi', 'जावा लाइब्रेरी में गंभीर सुरक्षा खामी'],
    ['Bengali', 'জাভা লাইব্রেরিতে গুরুতর নিরাপত্তা ত্রুটি'],
    ['Tamil', 'ஜாவா நூலகத்தில் கடுமையான பாதுகாப்பு குறைபாடு'],
    ['Malayalam', 'ജാവ ലൈബ്രറിയിൽ ഗുരുതരമായ പിഴവ്'],
    ['Thai', 'ภาษาไทยที่มีสระและวรรณยุกต์อยู่ครบ'],
    ['Russian, Greek, Georgian', 'Ошибка в Java, Σφάλμα, შეცდომა'],
    ['emoji', 'Ship it 🚀🔥 👍🏽 🇩🇪 — ½ €5 “off” … ™'],
    ['mathematics', '∀ε>0 ∃δ: |x−a| ≤ δ ⇒ ‖f(x)‖ ≈ π²'],
  ])('%s', (_script, title) => {
    expect(toLine(title, CAP)).toBe(title);
    expect(toTerminalText(title, CAP)).toBe(title);
    expect(toUntrustedJson(title, CAP)).toBe(title);
    expect(decodeHTMLStrict(toHtmlText(title, CAP))).toBe(title);
    expect(toMarkdownText(title, CAP).replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(title);
    expect(Object.values(suspicion(title))).toEqual([false, false, false]);
  });
});
