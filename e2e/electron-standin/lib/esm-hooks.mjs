let esm, ids;
export async function initialize(data) {
  esm = data.esm;
  ids = new Set(data.ids);
}
export async function resolve(specifier, context, next) {
  return ids.has(specifier) ? { url: esm, format: 'module', shortCircuit: true } : next(specifier, context);
}
