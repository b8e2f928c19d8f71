import type { Brief } from '../domain/brief.ts';
import { cardOf } from './card.ts';
import { headerOf, titleOf } from './header.ts';
import { notesOf } from './notes.ts';
import type { Section, Sheet } from './sheet.ts';
import { quietSection, unobservedSection } from './verdict.ts';

/** A brief in reading order, the same for every painter. No clock: ages run to the end of the window. */
export function compose(brief: Brief): Sheet {
  return { title: titleOf(brief), sections: [headerOf(brief), ...bodyOf(brief)] };
}

function bodyOf(brief: Brief): Section[] {
  if (brief.status === 'unobserved') return [unobservedSection(brief)];
  if (brief.status === 'nothing-solid') return [quietSection(brief), ...notesOf(brief)];
  return [...brief.cards.map((card) => cardOf(card, brief.window)), ...notesOf(brief)];
}
