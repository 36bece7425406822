/** A text with its letters composed (Unicode NFC): keyboards differ in that, and what they type looks the same. */
export const composed = (text: string): string => text.normalize('NFC');
