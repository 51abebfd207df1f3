use std::time::Instant;
use trine_frontend_llvm::ll::*;
fn main(){ for p in std::env::args().skip(1) { let b=std::fs::read(&p).unwrap(); let t=Instant::now();
 let m=match Module::parse_bytes(b,p.clone()){Ok(m)=>m,Err(e)=>{println!("{e}");continue}}; let t1=t.elapsed();
 let mut n=0; let mut ok=0; let mut bad=0; let t=Instant::now(); for (id,f) in m.function_ids(){ match m.body(id){Ok(Some(b))=>{n+=b.instruction_count();ok+=1},Ok(None)=>{},Err(e)=>{bad+=1; if bad<8 {println!("{}: {e}",f.name)}}}}
 let t2=t.elapsed(); let t=Instant::now(); let mut gi=0; for i in 0..m.globals().len(){ match m.initializer(GlobalId(i as u32)){Ok(_)=>gi+=1,Err(e)=>{bad+=1; if bad<8 {println!("{e}")}}}} for i in 0..m.aliases().len(){ if let Err(e)=m.alias_target(AliasId(i as u32)) {println!("{e}")}}
 let t3=t.elapsed(); let t=Instant::now(); let mut md=0; for i in 0..m.metadata_count(){ match m.metadata(MetadataId(i as u32)){Ok(_)=>md+=1,Err(e)=>{bad+=1; if bad<8{println!("{e}")}}}}
 let rss=std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l|l.starts_with("VmHWM")).unwrap().to_owned();
 println!("{p}: parse {t1:?} bodies {ok} instrs {n} {t2:?} globals {gi} {t3:?} metadata {md} {:?} bad {bad} {rss}", t.elapsed()); } }
