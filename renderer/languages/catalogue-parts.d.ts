declare module '*/en.json?signed-in' {
  const texts: Pick<typeof import('./en.json'), import('./signed-in-texts.ts').SignedInText>;
  export default texts;
}

declare module '*/en.json?signed-out' {
  const texts: Omit<typeof import('./en.json'), import('./signed-in-texts.ts').SignedInText>;
  export default texts;
}

declare module '*/de.json?signed-in' {
  const texts: Pick<typeof import('./de.json'), import('./signed-in-texts.ts').SignedInText>;
  export default texts;
}

declare module '*/de.json?signed-out' {
  const texts: Omit<typeof import('./de.json'), import('./signed-in-texts.ts').SignedInText>;
  export default texts;
}
