/**
 * Defines <carom-drop>, which shows a story of the playground in a page:
 *
 *     <script type="module" src="playground/carom-drop.js"></script>
 *     <carom-drop story="gain" friction="0.8" bounciness="1"></carom-drop>
 *
 * All attributes are optional: story, friction, bounciness, step, and height in pixels. The story runs in a frame, so the page needs no
 * other files and no build step.
 */
const HOME = new URL("./index.html", import.meta.url);
const NAMES = ["story", "friction", "bounciness", "step"];

class CaromDrop extends HTMLElement {
    static observedAttributes = [...NAMES, "height", "title"];

    #frame = document.createElement("iframe");

    constructor() {
        super();
        this.attachShadow({ mode: "open" }).append(this.#frame);
        this.style.display = "block";
        Object.assign(this.#frame.style, { width: "100%", border: "1px solid #8888", borderRadius: "8px" });
        this.#frame.loading = "lazy";
    }

    connectedCallback() {
        this.#show();
    }

    attributeChangedCallback() {
        if (this.isConnected) this.#show();
    }

    #show() {
        const query = new URLSearchParams({ embed: "1" });
        for (const name of NAMES) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
        const height = Number(this.getAttribute("height"));
        this.#frame.style.height = `${height > 0 ? height : 560}px`;
        this.#frame.title = this.title || "An impact with friction by several laws";
        const address = `${HOME}#${query}`;
        if (this.#frame.src !== address) this.#frame.src = address;
    }
}

if (!customElements.get("carom-drop")) customElements.define("carom-drop", CaromDrop);
