/** Style of the reference page. */
export const REFERENCE_STYLE = `
:root { --brand: #5d87ff; --ink: #1f2a3d; --soft: #5a6578; --line: #e3e8f0; --ground: #f6f8fc; --paper: #fff; --code: #f1f4fa; --link: #2f55c4; color-scheme: light; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf2; --soft: #a3aec2; --line: #2b3446; --ground: #121722; --paper: #1a2130; --code: #141a27; --link: #9db5ff; color-scheme: dark; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.6 'Plus Jakarta Sans', system-ui, sans-serif; border-top: 4px solid var(--brand); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: -999rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--paper); padding: .5rem 1rem; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 78rem; margin: 0 auto; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 1rem 2rem 1.5rem; font-size: .875rem; }
nav h2 { font-size: .75rem; color: var(--soft); margin: 1.5rem 0 .25rem; }
nav h2 a { color: inherit; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .2rem .5rem; margin-left: -.5rem; border-radius: 6px; color: var(--ink); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { background: var(--code); }
nav .name { font-size: 1.125rem; font-weight: 700; padding-bottom: .5rem; }
main { padding: 2rem 1.5rem 6rem; min-width: 0; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 3.5rem 0 .75rem; }
h3 { font-size: 1.0625rem; margin: 0; }
h4 { font-size: .875rem; margin: 1.5rem 0 .4rem; }
p { margin: .4rem 0; max-width: 44rem; }
.soft { color: var(--soft); }
article { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.5rem 1.5rem; margin: 1rem 0; }
.call { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; margin: .35rem 0 .5rem; font-size: .9375rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
.call code { overflow-wrap: anywhere; }
.method { font-weight: 700; min-width: 3.6rem; color: var(--link); }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: .4rem 0; overflow-x: auto; line-height: 1.5; }
.table { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td:first-child { white-space: nowrap; } td:last-child { min-width: 14rem; }
.required { color: var(--soft); font-size: .8125rem; display: block; }
details { margin-top: 1rem; } summary { cursor: pointer; font-weight: 600; font-size: .875rem; }
/* One language at a time, chosen in the bar that stays in view. Without a choice, curl. */
.languages { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin: -2rem -1.5rem 1.5rem; padding: .6rem 1.5rem; border: 0; border-bottom: 1px solid var(--line); background: var(--ground); font-size: .875rem; }
.languages legend { float: left; padding: 0; margin-right: .5rem; color: var(--soft); }
.languages label { display: inline-flex; align-items: center; gap: .35rem; min-height: 1.75rem; cursor: pointer; } .languages input { margin: 0; accent-color: var(--link); }
.example { display: none; } @supports not selector(:has(a)) { .example { display: block; } }
main:has(#language-curl:checked) .curl, main:has(#language-typescript:checked) .typescript, main:has(#language-python:checked) .python, main:has(#language-php:checked) .php { display: block; }
@media (max-width: 60rem) {
  .languages { margin: -1.5rem -1.25rem 1.5rem; padding: .6rem 1.25rem; }
  .layout { display: block; } nav { position: static; max-height: none; padding: 1.5rem 1.25rem 0; }
  /* On phones the menu lists features only; the operations are in the page. */
  nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; }
  nav .operations { display: none; } nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; width: 100%; } nav h2 { margin: 0; font-size: .875rem; } nav .name { width: 100%; }
  nav a { padding: .5rem; }
  main { padding: 1.5rem 1.25rem 4rem; } article { padding: 1rem; }
}
@media (max-width: 40rem) {
  thead { position: absolute; left: -999rem; } tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { display: block; border: 0; padding: .1rem 0; } td:first-child { white-space: normal; overflow-wrap: anywhere; }
}
`;
