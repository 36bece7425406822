/** How a health score is coloured. DECISION: the seed gives the range only. */
export const healthTone = (score: number): 'good' | 'fair' | 'poor' =>
  score >= 70 ? 'good' : score >= 40 ? 'fair' : 'poor';
