import { textOfFile } from '#shared/text-input/file-text.ts';

/** The text of a file that someone chose, in the encodings that spreadsheets save. @throws MixedEncodingError */
export const readTextFile = async (file: File): Promise<string> =>
  textOfFile(new Uint8Array(await file.arrayBuffer()), (encoding) => new TextDecoder(encoding, { fatal: true }));
