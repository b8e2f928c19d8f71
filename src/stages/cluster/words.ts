/** Word lists of the tokeniser: data only, so that a reader of the code need not scroll past them. */

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u));

/** Words that carry grammar, not subject; they are never tokens. Apostrophes are already gone ("dont"). */
export const STOP_WORDS = list(`
  a an the and or but nor if then than so as at by for from in into of off on onto out over per to up upon via with without within
  about above across after against along amid among around before behind below beneath beside between beyond despite during except
  like near since through throughout toward towards under until till unlike versus vs
  i me my mine we our ours you your yours he him his she her hers it its they them their theirs who whom whose which what that this
  these those there here when where why how
  be am is are was were been being isnt arent wasnt werent im ive id youre youve hes shes its theyre weve were theres thats whats
  do does did doing done dont doesnt didnt have has had having havent hasnt hadnt can cant cannot could couldnt will wont would
  wouldnt shall should shouldnt may might must let lets
  not no yes also too very just only even still yet ever never again once already almost quite rather such both each either neither
  every any all some more most much many few less least other another same own else
  one ones etc eg ie re hn pdf video amp yc`);

/** Words so usual in headlines that sharing one says little; they count, at a reduced weight. */
export const COMMON_WORDS = list(`
  new old first last next best better big biggest great good bad worst top major minor full free open public private real simple easy
  fast small large long short high low half early late right left hard modern popular latest upcoming
  time day week month year today yesterday tomorrow now ago hour minute second morning night season world worldwide global
  way thing people man woman child kid user team company business startup firm industry market group part place home house life work
  job story news report review guide tutorial introduction intro overview update version release released releases launch launched
  launches announce announces announced announcement announcing introducing introduce introduces unveils unveiled reveals revealed
  say says said tell tells told ask asks call calls called show shows shown see sees seen look looks looking find finds found get gets
  getting got make makes making made take takes taking took taken give gives given gave go goes going gone went come comes coming came
  use uses used using need needs want wants try trying keep keeps put run runs running start starts started starting stop stops
  end ends ending help helps build builds building built create creates creating created write writes writing written wrote read
  reading learn learning learned lesson know known think thinking move moves moving change changes changed changing turn turns add
  adds added win wins won lose loses lost pay pays paid buy buys bought sell sells sold sale cut cuts rise rises fall falls hit hits
  back down away ahead together home more top set plan plans deal could beat beats face faces
  app application software code programming language developer development engineer engineering project program tool library
  framework system service server web website site internet online data computer computing machine tech technology digital
  science research study paper book blog article post list example question problem issue bug fix feature design
  source model state us u uk american america china chinese europe european government president official law court
  million billion percent thousand number two three four five six seven eight nine ten
  bring bringing brings understand understanding understood beginner beginners course tutorials best practices practice tip tips
  returning return returned returns error errors http https www
  against because become becomes actually really without behind inside made based alternative written resource collection awesome
  official support supports supported supporting things everything something anything nothing everyone someone anyone`);

/** Evergreen names of the trade: two stories a day carry each of them, so they need company to prove anything. */
export const TOPIC_WORDS = list(`
  c c++ c# .net dotnet java javascript js typescript python rust go golang php ruby rail swift kotlin scala haskell clojure erlang elixir
  lisp lua perl julia zig nim dart flutter html css sql sqlite postgres postgresql mysql redis react vue angular node django unity unreal
  linux unix bsd windows macos mac ios iphone android ubuntu debian kernel docker kubernetes git github gitlab vim emac vscode studio visual
  google microsoft apple amazon facebook meta twitter youtube netflix intel nvidia tesla bitcoin crypto blockchain nft ethereum
  api cli gui ui ux html5 css3 http https json xml gpu cpu ai ml gpt llm covid vaccine compiler interpreter terminal shell editor browser
  cloud serverless microservice database algorithm math hacker startup security privacy performance testing logic`);

/** Names and nouns whose final s is no plural. */
export const SINGULAR_S = list('kubernetes postgres jenkins windows macos news series species physics tetris christmas always');

/** Words whose number tells members of a series apart: "Part 3" and "Part 4" are two stories however alike the rest is. */
export const SERIAL_WORDS = list(`
  part day week month year episode ep chapter volume vol issue no lesson version season round edition number session step level
  lecture unit module section stage phase generation gen update build patch release beta alpha rc`);

/** Chinese and Japanese characters that only join words; a run is cut at them. */
export const STOP_CHARACTERS = list(
  '的 了 吗 是 在 和 吧 呢 么 着 也 就 都 与 及 而 或 被 把 你 我 他 她 它 们 这 那 有 没 不 很 啊 哦 の を に は が と で も へ',
);

/** Everyday Chinese pairs that would look rare in a mostly English corpus. */
export const COMMON_BIGRAMS = list(`
  大家 今天 今日 昨天 明天 晚上 现在 什么 怎么 如何 为何 可以 一个 一下 一些 自己 知道 问题 请问 求助 请教 分享 推荐 有人 是否 已经
  开始 使用 感觉 时候 还是 但是 因为 所以 如果 这个 那个 没有 觉得 应该 需要 可能 最近 终于 真的 朋友 公司 工作 程序 序员 软件 系统`);

/** Parts of addresses that name a place on a site, not a subject. */
export const ADDRESS_SCAFFOLDING = list(`
  www com org net gov edu blog blogs news article articles post posts story stories index html htm php aspx docs doc wiki watch comments
  category tag tags archive archives page pages item items status topics thread threads read view content en us technology tech science
  business world politics opinion github gitlab youtube youtu medium substack twitter reddit v2ex arxiv abs pdf wikipedia news ycombinator
  google bbc nytimes blob master main tree release releases pull issues commit raw user users product products home p`);
