import { GlobalWindow } from 'happy-dom';
import { type Environment, populateGlobal } from 'vitest/runtime';

/**
 * A page in the process of the tests. The service runs there, too: requests, streams and addresses stay those of Node, which
 * vitest's own environment replaces.
 */
const environment: Environment = {
  name: 'castellan-dom',
  viteEnvironment: 'ssr',
  setup(global) {
    const window = new GlobalWindow({
      url: 'http://127.0.0.1:4310/',
      width: 1_280,
      height: 800,
      settings: { disableErrorCapturing: true, device: { prefersReducedMotion: 'reduce' } },
    });
    // Without layout, only what is set on an element itself matters. Applying all style sheets takes most of a test's time.
    Object.defineProperty(window, 'getComputedStyle', { value: ({ style }: HTMLElement) => style, configurable: true });
    // Text areas that grow wait for fonts.
    Object.defineProperty(window.document, 'fonts', { value: new EventTarget() });
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true });
    return {
      async teardown() {
        await window.happyDOM.abort();
        for (const key of keys) delete global[key];
        for (const [key, value] of originals) Object.defineProperty(global, key, value);
      },
    };
  },
};

export default environment;
