declare module '*.json?signed-in' {
  const catalogue: import('./translate.ts').SignedInCatalogue;
  export default catalogue;
}

declare module '*.json?signed-out' {
  const catalogue: import('./translate.ts').SignedOutCatalogue;
  export default catalogue;
}
