import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is built into the Python package, which serves it. `npm run dev` talks to a server that runs beside it.
export default defineConfig({
  plugins: [svelte()],
  base: "./", // so that the built page can lie in any folder; a server, which shows it at deep addresses, writes "/" instead
  build: {
    outDir: "../src/mousehole/server/built",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no data: fonts
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      // The service worker's scope is the folder it lies in, and browsers look for a newer one under the same name.
      output: { entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js") },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: { environment: "jsdom", include: ["src/**/*.test.ts"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
