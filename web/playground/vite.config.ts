import { defineConfig } from "vite";

/**
 * Restricts what the page may load: only its own files, and its icon as a data URL. WebAssembly may be compiled, but
 * text cannot run as a script.
 */
const POLICY = ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "img-src 'self' data:", "object-src 'none'", "base-uri 'none'", "form-action 'none'"];

/** Adds the policy to the built page; during development vite inserts scripts and styles. */
const policy = {
    name: "policy",
    apply: "build" as const,
    transformIndexHtml: () => [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY.join("; ") }, injectTo: "head-prepend" as const },
    ],
};

// Paths are relative, so that the directory may be served from anywhere.
export default defineConfig({
    base: "./",
    plugins: [policy],
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
