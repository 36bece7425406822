/** Color of a health score. DECISION 0006: the seed gives only the range. */
export const healthTone = (score: number): 'good' | 'fair' | 'poor' =>
  score >= 70 ? 'good' : score >= 40 ? 'fair' : 'poor';
