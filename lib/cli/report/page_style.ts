/**
 * The style sheet of the report: both colour schemes, narrow screens and paper.
 *
 * @module
 */

/** CSS, without anything that is loaded from elsewhere. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #c8c8c8; --soft: #5c5c5c; --back: #ffffff; --ink: #1a1a1a; --mark: #ffe89a; --bar: #35668f; }
@media (prefers-color-scheme: dark) {
  :root { --line: #4a4a4a; --soft: #b0b0b0; --back: #16181a; --ink: #ececec; --mark: #6b5a12; --bar: #7fb2dd; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: var(--back); color: var(--ink); }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
.soft { color: var(--soft); }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: 1rem 0; }
label { display: flex; flex-direction: column; font-size: .85rem; }
input, select, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line); border-radius: .25rem; padding: .3rem .5rem; }
input[type=search] { min-width: 16rem; }
:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; }
#days { display: flex; align-items: flex-end; gap: 2px; height: 5rem; overflow-x: auto; padding: 0; margin: 0; list-style: none; }
#days li { display: flex; align-items: flex-end; height: 100%; }
#days button { width: 14px; min-height: 4px; padding: 0; border: 0; border-radius: 2px 2px 0 0; background: var(--bar); }
#days button { display: flex; align-items: flex-end; overflow: hidden; }
#days i { width: 100%; background: repeating-linear-gradient(45deg, var(--ink) 0 2px, transparent 2px 4px); }
#days button[aria-pressed=true] { outline: 3px solid var(--ink); }
#items { padding: 0; list-style: none; }
#items li { content-visibility: auto; contain-intrinsic-size: auto 12rem; }
article { border-top: 1px solid var(--line); padding: .6rem 0; }
article p, article blockquote { margin: .2rem 0; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
article blockquote { border-left: 3px solid var(--line); padding-left: .8rem; }
.about { font-size: .85rem; color: var(--soft); }
mark { background: var(--mark); color: inherit; }
@media print { #items li { content-visibility: visible; } form, #timeline, #more { display: none; } body { max-width: none; } article { break-inside: avoid; } }
`;
