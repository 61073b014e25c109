import { defineConfig } from "vite";

/** The page never asks for several contacts, so their part of the library stays out. */
const oneContact = {
    name: "one-contact",
    generateBundle(_: unknown, files: Record<string, unknown>) {
        for (const name of Object.keys(files)) if (/system/.test(name)) delete files[name];
    },
};

/** What the page may load: its own files, and of data: its icon. WebAssembly is compiled, no text is run as a script. */
const POLICY = ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", "img-src 'self' data:", "object-src 'none'", "base-uri 'none'", "form-action 'none'"];

/** The policy of the built page; while it is worked on, vite puts scripts and styles into it. */
const policy = {
    name: "policy",
    apply: "build" as const,
    transformIndexHtml: () => [
        { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY.join("; ") }, injectTo: "head-prepend" as const },
    ],
};

// Paths are relative, so that the folder may be served from anywhere.
export default defineConfig({
    base: "./",
    plugins: [oneContact, policy],
    build: { target: "es2022", assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
});
