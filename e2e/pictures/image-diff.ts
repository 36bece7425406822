/** The mean colors of an image by squares, row by row, three bytes each. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly colors: Uint8Array;
}

/** Side of a square, in screen pixels. */
export const square = 8;

/** Where two pictures differ, in screen pixels, and by how much at most, out of 255. */
export interface Difference {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly most: number;
}

const channels = 3;

/**
 * How much two pictures may differ, out of 255. Other glyph rendering changes the mean of a square by a few. A missing
 * or moved text, icon or button changes it by several times as much (see tolerance.spec.ts).
 */
const tolerance = 14;
/**
 * A slightly different color is not visible in one square, but it is if it covers a block with this many squares per
 * side.
 */
const wide = 5;
const wideTolerance = 4;

/**
 * Differences per square, each averaged with the squares within the radius, so that a shift of half a pixel is no
 * difference. For the wide radius, everything beyond the edge counts as equal: there, the codec makes a picture just
 * accepted differ from itself.
 */
const smoothed = (one: Grid, other: Grid, radius: number): Float32Array => {
  const { columns, rows } = one;
  const most = new Float32Array(columns * rows);
  for (let channel = 0; channel < channels; channel += 1) {
    // Summed-area table: the mean of any rectangle takes four lookups.
    const sums = new Float64Array((columns + 1) * (rows + 1));
    for (let row = 0; row < rows; row += 1) {
      let line = 0;
      for (let column = 0; column < columns; column += 1) {
        const at = (row * columns + column) * channels + channel;
        line += (one.colors[at] ?? 0) - (other.colors[at] ?? 0);
        sums[(row + 1) * (columns + 1) + column + 1] = (sums[row * (columns + 1) + column + 1] ?? 0) + line;
      }
    }
    const sum = (row: number, column: number): number => sums[row * (columns + 1) + column] ?? 0;
    for (let row = 0; row < rows; row += 1) {
      const [top, bottom] = [Math.max(0, row - radius), Math.min(rows, row + radius + 1)];
      for (let column = 0; column < columns; column += 1) {
        const [left, right] = [Math.max(0, column - radius), Math.min(columns, column + radius + 1)];
        const total = sum(bottom, right) - sum(top, right) - sum(bottom, left) + sum(top, left);
        const area = radius === wide ? (2 * wide + 1) ** 2 : (bottom - top) * (right - left);
        const mean = Math.abs(total) / area;
        const at = row * columns + column;
        if (mean > (most[at] ?? 0)) most[at] = mean;
      }
    }
  }
  return most;
};

/** Everything above a tolerance, as one rectangle. */
const extent = (grid: Grid, found: Float32Array, allowed: number): Difference[] => {
  let [left, top, right, bottom, most] = [grid.columns, grid.rows, -1, -1, 0];
  for (const [at, value] of found.entries()) {
    if (value <= allowed) continue;
    const [column, row] = [at % grid.columns, Math.floor(at / grid.columns)];
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
    most = Math.max(most, value);
  }
  if (right < 0) return [];
  const size = { width: (right - left + 1) * square, height: (bottom - top + 1) * square };
  return [{ left: left * square, top: top * square, ...size, most: Math.round(most) }];
};

/** The differences between a picture and the accepted one. Empty if only the rendering of glyphs and edges differs. */
export const differences = (accepted: Grid, taken: Grid): Difference[] => {
  if (accepted.columns !== taken.columns || accepted.rows !== taken.rows) {
    return [{ left: 0, top: 0, width: taken.columns * square, height: taken.rows * square, most: 255 }];
  }
  return [
    ...extent(accepted, smoothed(accepted, taken, 1), tolerance),
    ...extent(accepted, smoothed(accepted, taken, wide), wideTolerance),
  ];
};
