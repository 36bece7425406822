import { Box } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';

/** A QR code. @param title what it leads to, for screen readers */
export const QrCode = ({ value, title }: { value: string; title: string }) => (
  // Scanners need dark on light, whatever the scheme.
  <Box bg="white" p="xs" bd="1px solid var(--castellan-line)" style={{ borderRadius: 8, lineHeight: 0 }}>
    <QRCodeSVG value={value} size={176} marginSize={2} title={title} />
  </Box>
);
