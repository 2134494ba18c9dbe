import fs from 'node:fs';
const f=fs.readdirSync('prof.d')[0];const p=JSON.parse(fs.readFileSync('prof.d/'+f));
const self={};const dt=p.timeDeltas;const idx={};p.nodes.forEach(n=>idx[n.id]=n);let tot=0;
p.samples.forEach((s,i)=>{const n=idx[s];const k=n.callFrame.functionName+' '+n.callFrame.url.split('/').slice(-2).join('/')+':'+n.callFrame.lineNumber;self[k]=(self[k]||0)+dt[i];tot+=dt[i]});
console.log('total',tot/1000);
Object.entries(self).sort((a,b)=>b[1]-a[1]).slice(0,45).forEach(e=>console.log((e[1]/1000).toFixed(0),e[0]))
