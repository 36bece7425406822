import { RingProgress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A health score from 0 to 100 (seed 000 §8), as a number and a ring. */
export const HealthRing = ({ score, size = 72 }: { score: number; size?: number }) => {
  const { t } = useTranslation();
  return (
    <RingProgress
      size={size}
      thickness={size / 12}
      roundCaps
      sections={[{ value: score, color: `var(--castellan-health-${healthTone(score)})` }]}
      label={
        <Text
          component="span"
          display="block"
          ta="center"
          fw={600}
          size={size > 60 ? 'md' : score === 100 ? 'xs' : 'sm'}
        >
          {score}
        </Text>
      }
      role="img"
      aria-label={t('components.health', { score })}
    />
  );
};

/** Color of a health score. DECISION 0006: the seed gives only the range. */
const healthTone = (score: number): 'good' | 'fair' | 'poor' => (score >= 70 ? 'good' : score >= 40 ? 'fair' : 'poor');
