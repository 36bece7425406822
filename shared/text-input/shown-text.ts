/** Control characters, line separators and halves of characters can forge a line; bidirectional controls reorder it. */
const deceiving = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** The same but for line breaks. */
const deceivingInLines = /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** Fillers are letters to Unicode, and the blank of Braille is a symbol. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether a text may be shown to others on one line, in a log or in the subject of an email. */
export const isPlainLine = (text: string): boolean => !deceiving.test(text);

/** A text without what may not be shown on one line. */
export const plainLine = (text: string): string => text.replaceAll(new RegExp(deceiving, 'gu'), '');

/** Whether a text may be shown to others on several lines. */
export const arePlainLines = (text: string): boolean => !deceivingInLines.test(text);

/** Whether a text has a character that can be seen. */
export const isVisible = (text: string): boolean => visible.test(text);
