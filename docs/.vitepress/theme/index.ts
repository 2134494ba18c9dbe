import type Mermaid from 'mermaid';
import mermaidUrl from 'mermaid/dist/mermaid.min.js?url';
import { useData, useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { nextTick, onMounted, watch } from 'vue';

/** Draws the diagrams of a page. The library is a file of its own, which only pages with a diagram load: bundling it takes longer than all pages. */
async function drawDiagrams(isDark: boolean): Promise<void> {
  if (document.querySelector('.mermaid:not([data-processed])') === null) return;
  await new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    script.src = mermaidUrl;
    document.head.append(script);
  });
  const mermaid: typeof Mermaid = Reflect.get(globalThis, 'mermaid');
  mermaid.initialize({ startOnLoad: false, theme: isDark ? 'dark' : 'default' });
  await mermaid.run();
}

export default {
  extends: DefaultTheme,
  setup() {
    const { isDark } = useData();
    const route = useRoute();
    const draw = async () => nextTick(() => drawDiagrams(isDark.value));
    onMounted(draw);
    watch(() => route.path, draw);
  },
};
