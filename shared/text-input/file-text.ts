/** The part of `TextDecoder` that this needs: neither side's types are visible here. */
interface Decoder {
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string;
}

/** Makes a decoder of an encoding that throws at bytes that are none of its texts. */
export type CreateDecoder = (encoding: string) => Decoder;

/** A file whose bytes are no text of one encoding. */
export class MixedEncodingError extends Error {}

/** Reads the text of a file piece by piece. */
export interface FileText {
  /** The text of the complete lines so far that weren't returned yet. @throws MixedEncodingError */
  push(bytes: Uint8Array): string;
  /** The rest. @throws MixedEncodingError */
  end(): string;
}

const lineFeed = 0x0a;
const beyondAscii = /[^\0-\x7f]/;

/** The encoding that a file begins as; undefined if each byte may be a character. */
const wideEncodingOf = ([first, second]: Uint8Array): string | undefined => {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return undefined;
};

const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** UTF-8, or windows-1252 if a file isn't: what spreadsheets save as plain CSV. A file that has lines of both is refused. */
const createNarrow = (create: CreateDecoder): ((bytes: Uint8Array) => string) => {
  let found: 'utf-8' | 'windows-1252' | undefined;
  const decodeAs = (encoding: 'utf-8' | 'windows-1252', bytes: Uint8Array): string => {
    const text = create(encoding).decode(bytes);
    if (beyondAscii.test(text)) found = encoding;
    return text;
  };
  return (bytes) => {
    if (found === 'windows-1252') return decodeAs(found, bytes);
    try {
      return decodeAs('utf-8', bytes);
    } catch (cause) {
      if (found === 'utf-8') throw new MixedEncodingError('The text is neither UTF-8 nor windows-1252', { cause });
      return decodeAs('windows-1252', bytes);
    }
  };
};

/** DECISION 0282: the one reading of files that people bring: UTF-8, UTF-16 or windows-1252, with or without a mark. */
export const createFileText = (create: CreateDecoder): FileText => {
  let kept: Uint8Array = new Uint8Array();
  let wide: Decoder | undefined;
  let begun = false;
  const narrow = createNarrow(create);
  const begin = (): void => {
    begun = true;
    const encoding = wideEncodingOf(kept);
    if (encoding !== undefined) wide = create(encoding);
  };
  const take = (length: number): Uint8Array => {
    const taken = kept.subarray(0, length);
    kept = kept.slice(length);
    return taken;
  };
  return {
    push(bytes) {
      kept = joined(kept, bytes);
      if (!begun && kept.length < 2) return '';
      if (!begun) begin();
      if (wide) return wide.decode(take(kept.length), { stream: true });
      // No other character of these encodings has this byte.
      return narrow(take(kept.lastIndexOf(lineFeed) + 1));
    },
    end() {
      if (!begun) begin();
      return wide ? wide.decode(take(kept.length)) : narrow(take(kept.length));
    },
  };
};

/** The text of a whole file. @throws MixedEncodingError */
export const textOfFile = (bytes: Uint8Array, create: CreateDecoder): string => {
  const text = createFileText(create);
  return text.push(bytes) + text.end();
};
