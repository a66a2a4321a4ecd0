"""The rules of the page's style sheet that are the same for every book; colours and fonts come in by variables."""

SHEET = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--page);color:var(--text);font-size:1.0625rem;line-height:1.52;font-synthesis:none;
font-kerning:normal;overflow-wrap:break-word}
a{color:var(--second);text-decoration-thickness:.08em;text-underline-offset:.16em}
a:hover{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:2px}
p{margin:0 0 .7em}
.icon{font-family:book-icons,sans-serif;font-weight:400;font-style:normal;line-height:1}
.sprites{position:absolute;overflow:hidden}
svg text{white-space:pre;font-kerning:none;font-variant-ligatures:none;text-rendering:geometricPrecision}
.skip{position:absolute;left:-200vw;top:0;z-index:3;padding:.7rem 1rem;background:var(--fill);color:var(--on-fill)}
.skip:focus{left:0}

.cover{overflow:hidden;background:var(--fill);padding:2.2rem 1rem 2.6rem;display:grid;place-items:center}
.stamp{--hole:.44rem;position:relative;width:min(100%,30rem);padding:calc(var(--hole)*2.2);background:var(--paper);
-webkit-mask:radial-gradient(50% 50%,#0000 64%,#000 68%) round calc(var(--hole)*-1) calc(var(--hole)*-1)/
calc(var(--hole)*2) calc(var(--hole)*2),
linear-gradient(#000 0 0) 50%/calc(100% - 2*var(--hole)) calc(100% - 2*var(--hole)) no-repeat;
mask:radial-gradient(50% 50%,#0000 64%,#000 68%) round calc(var(--hole)*-1) calc(var(--hole)*-1)/
calc(var(--hole)*2) calc(var(--hole)*2),
linear-gradient(#000 0 0) 50%/calc(100% - 2*var(--hole)) calc(100% - 2*var(--hole)) no-repeat}
.stamp>div{border:2px solid var(--on-paper);display:grid}
.picture svg{display:block;width:100%;height:100%}
.title{padding:1.3rem 1.2rem 1.5rem;align-self:center}
.cover h1{margin:0;color:var(--on-paper);font-size:clamp(1.75rem,6.2vw,2.9rem);line-height:1.08;text-wrap:balance}
.cover p{margin:.55rem 0 0;color:var(--on-paper-soft);font-size:1.15rem;line-height:1.35}
.postmark{position:absolute;right:-.9rem;top:-.9rem;width:8.6rem;height:8.6rem;rotate:-12deg;color:#1a1512;
opacity:.62;user-select:none;mix-blend-mode:multiply}

nav{border-bottom:1px solid var(--rule);padding:0 1rem;background:var(--soft)}
nav summary{padding:.9rem 0;cursor:pointer;color:var(--accent)}
nav summary h2{display:inline;margin:0;font-size:1.15em;font-weight:inherit}
nav ol{list-style:none;margin:0;padding:0}
nav details>ol{padding-bottom:1rem}
nav li{margin:0}
nav li li{font-size:.94em}
nav a{display:grid;grid-template-columns:1.9em 1fr;gap:.35em;padding:.36em 0;color:var(--text);text-decoration:none;
line-height:1.28}
nav li li a{padding-left:2.2em;grid-template-columns:2.1em 1fr;color:var(--quiet)}
nav a:hover{color:var(--accent);text-decoration:underline}
nav .number{color:var(--accent);font-variant-numeric:tabular-nums}
nav li li .number{color:inherit}

main{padding:0 1rem 4rem;max-width:40rem;margin:0 auto;outline:0}
.chapter{padding-top:2.4rem}
.chapter>h2{color:var(--accent);line-height:1.14;margin:0 0 .75em;display:flex;align-items:center;gap:.55em;
font-size:clamp(1.6rem,5.4vw,2.15rem);text-wrap:balance}
.chapter+.chapter::before{content:"";display:block;height:.5rem;margin-bottom:2.6rem;
background:radial-gradient(circle,var(--rule) 0 .13rem,#0000 .15rem) 0 50%/.62rem .5rem round}
.chapter>h2 .number{flex:none;display:grid;place-items:center;width:1.9em;height:1.9em;border:.09em solid;
border-radius:50%;box-shadow:inset 0 0 0 .1em var(--page),inset 0 0 0 .15em currentColor;rotate:-9deg;font-size:.86em;
line-height:1}
.section>h3{color:var(--second);line-height:1.2;margin:1.7em 0 .55em;text-wrap:balance;font-size:1.3em}
.section>h3 .number{margin-right:.3em}
ul,ol{margin:0 0 .9em;padding-left:1.35em}
li{margin-bottom:.32em}
li>p:last-child,td>p:last-child,dd>p:last-child{margin-bottom:0}
main ul>li::marker{color:var(--accent)}
main ol>li::marker{color:var(--accent);font-weight:700}
main [id]{scroll-margin-top:1rem}
:target{animation:found 2.4s ease-out}
@keyframes found{from{background:var(--tip)}}

.box{margin:1.3em 0;padding:1rem 1.1rem .55rem;border-radius:.3rem;background:var(--tip)}
.box.example{background:var(--example)}
.box>:is(h3,h4){margin:0 0 .55em;line-height:1.35;color:var(--text)}
.label{display:inline-block;padding:.02em .5em;margin-right:.45em;border:.13em solid;border-radius:.28em;
color:var(--accent);rotate:-2.5deg}
.example>:is(h3,h4) .label{color:var(--second)}
figure{margin:1.3em 0}
.box figure{margin:.6em 0 .8em}
.plate svg{display:block;width:min(100%,calc(var(--wide)*6.4px));height:auto;margin:0 auto}
.plate{border-radius:.3rem}
figcaption{color:var(--quiet);text-align:center;margin-top:.6em;line-height:1.4;text-wrap:balance}
.box figcaption{text-align:left}

.across{overflow-x:auto;margin:1.3em 0}
table{border-collapse:collapse;width:100%;line-height:1.38}
table.many{min-width:30rem}
caption{text-align:left;color:var(--quiet);padding-bottom:.45em}
thead{background:var(--head);color:var(--on-fill)}
thead [class*=ink-]{color:inherit}
th,td{padding:.42em .6em;text-align:left;vertical-align:top}
tbody th{font:inherit}
thead :is(th,td){vertical-align:bottom;line-height:1.25;font:inherit}
tbody tr:nth-child(odd){background:var(--row)}
dl{margin:0 0 1em}
dl>div{margin-bottom:.7em}
dt{color:var(--text)}
dd{margin:0 0 0 1.1em}
.question{margin:0 0 1.5em}
.question>:is(h3,h4){margin:0 0 .3em;line-height:1.35}
.question p{margin-bottom:.4em}
.why{color:var(--quiet)}
.index ul{list-style:none;padding:0;columns:9.5rem;column-gap:1.2rem}
.index li{break-inside:avoid;padding-left:1em;text-indent:-1em}

.back{position:fixed;right:.8rem;bottom:.8rem;z-index:2;padding:.45rem .8rem;border-radius:.3rem;
background:var(--fill);color:var(--on-fill);text-decoration:none;box-shadow:0 1px 5px #0006}
.back:hover{color:var(--on-fill);text-decoration:underline}

.narrow{display:none}
@media screen and (max-width:40rem){
.broad{display:none}
.narrow{display:block}
main :is(p,li,dd,td,th){hyphens:auto}
.plate.wide{overflow-x:auto}
.plate.wide svg{width:max(100%,calc(var(--wide)*4.4px))}
th,td{padding:.38em .45em}
.box{margin-left:-.4rem;margin-right:-.4rem;padding-left:.9rem;padding-right:.9rem}
}
@media (min-width:48rem){
.stamp{width:min(100%,54rem)}
.stamp>div{grid-template-columns:25rem 1fr}
.title{padding:1.6rem 1.8rem}
.postmark{width:10rem;height:10rem;right:auto;left:17.5rem;top:-1.2rem}
.cover h1{font-size:clamp(1.9rem,3.9vw,2.9rem)}
}
@media (min-width:64rem){
body{font-size:1.125rem;display:grid;grid-template-columns:19rem minmax(0,1fr)}
body>*{grid-column:1/-1}
.cover{padding:3rem 1rem 3.4rem}
nav{grid-column:1;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1.6rem 1.2rem 2rem;
border:0;background:none;scrollbar-width:thin}
nav summary{list-style:none;padding:0 0 .6rem;pointer-events:none}
nav summary::-webkit-details-marker{display:none}
main{grid-column:2;width:100%;max-width:41rem;padding:0 1.5rem 6rem;margin:0 auto}
.back{display:none}
}
@media screen and (prefers-color-scheme:dark){
.plate{background:var(--plate);padding:.6rem}
}
@media (prefers-reduced-motion:no-preference){
html{scroll-behavior:smooth}
}
@media (prefers-reduced-motion:reduce){
*,::before,::after{animation:none!important;transition:none!important}
}
@media print{
@page{margin:17mm 16mm}
:root{color-scheme:light}
body{display:block;background:none;font-size:10pt;line-height:1.36}
nav,.skip,.back,.postmark{display:none}
main{max-width:none;padding:0}
.cover{background:none;padding:0 0 6mm}
.stamp{mask:none;-webkit-mask:none;padding:0;width:100%;background:none}
a{color:inherit;text-decoration:none}
h2,h3,h4,caption,thead{break-after:avoid}
figure,tr,dl>div,.question{break-inside:avoid}
.box{break-inside:avoid;border:1px solid var(--rule)}
.box,thead,tbody tr{print-color-adjust:exact;-webkit-print-color-adjust:exact}
p,li{orphans:3;widows:3}
.across,.plate.wide{overflow:visible}
table.many{min-width:0}
.plate svg{width:min(100%,calc(var(--wide)*1mm))}
.chapter{padding-top:9mm}
.chapter+.chapter::before{display:none}
.chapter>h2{break-inside:avoid}
.chapter>h2 .number,.label{rotate:none}
.stamp>div{max-width:120mm;margin:0 auto}
}
""".strip()
