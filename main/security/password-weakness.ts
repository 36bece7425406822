import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import { foldCase } from '#shared/text-input/text-case.ts';

/** Why a password is easy to guess. */
export type Weakness = 'own_name_or_email' | 'common' | 'guessable';

/** With fewer guesses, a stolen hash doesn't hold for long. Eight random characters take as many. */
const enoughGuesses = 1e8;
/** Characters to look at: if they take enough guesses, all of them do. More would take seconds for some passwords. */
const mostCharacters = 32;

const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...english },
  graphs: adjacencyGraphs,
  maxLength: mostCharacters,
});

/** A name or address, its words, and its words written together. */
const wordsOf = (text: string): string[] => {
  const words = foldCase(text).split(/[^\p{L}\p{N}]+/u);
  return [foldCase(text), ...words, words.join('')].filter(({ length }) => length > 2);
};

/**
 * Why a password is easy to guess; undefined if it isn't.
 * @param own names and addresses of the account and its organization
 */
export const weaknessOf = (password: string, own: readonly string[]): Weakness | undefined => {
  const { guesses, sequence } = estimator.check(password.slice(0, mostCharacters), own.flatMap(wordsOf));
  if (guesses >= enoughGuesses) return undefined;
  const dictionaries = new Set(sequence.map(({ dictionaryName }) => dictionaryName));
  if (dictionaries.has('userInputs')) return 'own_name_or_email';
  return dictionaries.has('passwords-common') ? 'common' : 'guessable';
};
