/** An address with its country, if the service knows it: `203.0.113.7 (Germany)`. */
export const placeOf = (address: string, country: string | null | undefined, language: string): string => {
  if (!country) return address;
  const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }).of(country) ?? country;
  return `${address} (${name})`;
};
