import type { ClusterInput } from '../../src/stages/cluster.ts';

/** An ordinary day: titles nobody published, about things that have nothing to do with one another. */
const TITLES = `
A field guide to the birds of railway stations
Show HN: I built a barometer out of a jam jar
Why our office plants outlive our roadmaps
Writing a ray tracer on a train journey
Postgres partial indexes, explained with soup
The harbour crane that learned to waltz
Ask HN: How do you archive family photographs?
Rust iterators for people in a hurry
City council votes to repaint every bridge
What the mathematics of queues says about bakeries
A tour of the world's smallest museums
Kubernetes without tears: notes from a small team
How to sharpen a pencil with a lathe
Study finds octopuses dislike jazz
The last typewriter repair shop in Lisbon
Building a compiler backend in one weekend
Sleep trackers and the placebo problem
An oral history of dial-up bulletin boards
Python packaging for gardeners
Volcano observatory publishes forty years of readings
Reverse engineering a coffee machine over Bluetooth
The economics of second-hand bicycles
Dark mode is a municipal lighting problem
Startup sells subscription to fresh socks
JavaScript dates considered with affection
A visual introduction to error-correcting codes
Night trains return to the northern coast
The forgotten inventor of the shopping trolley
How a spelling mistake delayed a rocket
Learning Haskell through knitting patterns
Central bank holds rates as winter nears
Debugging a kernel panic with a stethoscope
Meadow restoration doubles bee counts in five years
Notes on running a book club for engineers
The typography of motorway signs
Linux on a washing machine, part one
New battery chemistry survives ten thousand cycles
Teaching chess to a spreadsheet
Why lighthouses still matter
A short history of the semicolon
Local newspaper revived by its readers
Fuzzing a fax machine
The hidden cost of free samples
Maps drawn from memory, collected over a decade
SQLite as a document format
Orchestra replaces conductor with metronome for a night
Tiny robots clean the insides of pipes
What I learned from ten years of invoices
Glacier survey maps a buried valley
Old maps, new rivers
Type systems and the art of packing a suitcase
Court rules on the ownership of a meteorite
Making paper from invasive weeds
The unreasonable charm of command-line games
A library for drawing lopsided circles
Fishing village bets on seaweed
Data structures you meet at the post office
Cheap sensors, expensive lessons
Why elevators have mirrors
Compression tricks from the telegraph age
Museum scans a million beetles
Memory allocators, from the ground up
The woman who timed the tides
Swimming pools as thermal batteries
Inside a factory for marbles
CSS grid for newspaper people
Garden shed becomes radio observatory
A pattern language for kitchen drawers
Testing in production, but politely
Monastery opens its beer archive
请教一下大家都用什么笔记软件
周末去哪里骑车比较好
有没有适合小户型的咖啡机推荐
分享一个自己写的天气小工具
租房合同里要注意哪些条款
如何说服家里老人换手机
`;

export const ORDINARY: readonly ClusterInput[] = TITLES.trim()
  .split('\n')
  .map((title, index) => ({ id: `ordinary-${String(index).padStart(3, '0')}`, title, urlKey: null, source: 'test' }));
