"""Closed word lists for understanding questions. All entries are folded (lower case)."""

from __future__ import annotations

from app.domain.words import stem


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


DETERMINERS = word_set(
    "the a an all every each any some these those this that its their our my your his her both no such other another"
    " different various respective individual single full complete entire whole exhaustive following several many few"
    " certain distinct unique possible they"
)
# Determiners that may also be adjectives of the noun, worth keeping out of the modifiers all the same.
TOTALITY = word_set("all every each")
PREPOSITIONS = word_set(
    "of in on at by for from with under within to into onto over through during between among against about per via"
    " without across after before behind below above beneath beside besides despite except inside near off outside"
    " regarding concerning since than toward towards until upon as like throughout along around according"
)
BE = word_set("is are was were be been being")
AUXILIARIES = BE | word_set(
    "do does did has have had can could may might must shall should will would need ought cannot can't don't doesn't"
    " didn't isn't aren't wasn't weren't won't mustn't shouldn't couldn't haven't hasn't"
)
MODALS = word_set("can could may might must shall should will would")
RELATIVES = word_set("that which who whom whose where when while if because so whether how why")
PRONOUNS = word_set("i you we they he she it me us them him one ones there here someone anyone nobody")
CONJUNCTIONS = word_set("and or & /")
ADVERBS = word_set(
    "not never also only just even still already currently now then always often typically usually generally"
    " specifically explicitly actually really exactly anywhere everywhere altogether there together"
)
POLITE = word_set(
    "please can could would you hello hi hey ok okay so and also now i want need like to know see me us kindly"
    " then but do does tell let anyone help get have a just exactly thanks thank sorry well"
)

WH = word_set("which what who whom whose where when how why")
LIST_VERBS = word_set(
    "list name give show enumerate provide find identify state tell get return extract collect print display mention"
    " quote cite itemize itemise retrieve output fetch report specify determine gather recite"
)
COUNT_VERBS = word_set("count")
OTHER_VERBS = word_set(
    "summarise summarize explain describe compare translate write discuss calculate compute rewrite paraphrase draft"
    " define analyse analyze evaluate argue elaborate outline suggest recommend create generate make solve open delete"
    " remove add upload continue stop"
)
NO_LIST_NOUNS = word_set(
    "summary overview explanation description definition answer example reason advice opinion introduction idea"
    " difference meaning purpose chance gist translation"
)
# Participles that say that something falls into parts, which are asked for.
DIVIDING = word_set(
    "categorized categorised classified divided grouped split subdivided organized organised structured composed sorted"
)
GREETINGS = word_set("thanks hi hello greetings regards congratulations sorry yes no cheers bye test ok okay goodbye")

SET_CARRIERS = word_set(
    "list lists set sets enumeration collection array range variety instances instance occurrences occurrence mentions"
    " mention series inventory examples example"
)
CARRIERS = SET_CARRIERS | word_set("kind kinds type types sort sorts")  # "types of X": the members are X
NAME_CARRIERS = word_set(
    "name names title titles identifier identifiers label labels heading headings designation designations"
    " id ids wording text texts contents content description descriptions definitions"
)
CODE_HEADS = word_set(
    "number numbers code codes name names id ids identifier identifiers title titles date dates address addresses"
    " type types kind kinds label labels no nos key keys"
)

IRREGULAR_PLURALS = word_set(
    "criteria phenomena analyses bases crises axes theses hypotheses indices appendices matrices vertices children"
    " people men women feet teeth mice media data curricula syllabi lives leaves desiderata addenda errata bacteria"
    " series species means staff personnel clientele alumni fungi nuclei stimuli radii foci schemata fora memoranda"
    " police cattle corpora genera strata women sheep aircraft fish"
)
NOT_PLURAL = word_set(
    "this is was has its does always across various previous bias gas canvas alias atlas texas kansas christmas as us"
    " perhaps towards unless whereas plus yes thus hers ours yours theirs besides afterwards lens news ics dns sms gps"
    " tls aws cms pos os ios sas kubernetes paris james athens ais less"
)
MODIFIER_PLURALS = word_set(
    "sales sports goods systems services operations communications resources arms customs savings benefits earnings"
    " news economics physics mathematics statistics ethics politics electronics robotics mechanics graphics logistics"
    " dynamics analytics means materials securities futures claims rights"
)

# Verbs frequent in questions, base forms. Forms in -s, -ed, -ing are derived.
VERBS = word_set(
    "list name define use have describe mention give contain offer discuss include hold report show cover require"
    " provide support apply belong appear exist occur happen allow permit prohibit forbid restrict specify state"
    " refer cite reference recommend propose suggest identify recognize recognise consist comprise make take get need"
    " want know receive send serve play win lose become begin start end finish open close work run live like love hate"
    " prefer own buy sell pay cost earn charge cause induce lead result affect influence treat prevent increase reduce"
    " produce publish release write sign govern expire renew terminate relate involve concern address employ motivate"
    " consider compare choose select target train test measure evaluate lie stand remain share differ exceed meet"
    " fall rise grow say tell call carry bring keep depend ensure enable perform implement handle manage process"
    " create generate build grant assign impose set award score attend participate represent lack omit exclude express"
    " indicate denote display come go do think mean look enjoy do be feature accept reject approve deny decide"
    " submit file register license certify enter leave visit drive operate maintain install replace repair inspect"
    " satisfy violate breach fail pass answer ask follow precede face pose present qualify entitle count earn"
)
# Words that carry the question and not its subject: no context words.
QUESTION_VERB_STEMS = frozenset(
    map(
        stem,
        word_set(
            "list name define use have describe mention give contain offer discuss according include appear exist"
            " find show provide enumerate specify tell say refer cite found given made make get consist comprise"
            " belong available identify recognize recognise cover do be document possible please there"
            " divide subdivide classify categorize categorise"
        ),
    )
)
PARTS = word_set("section subsection chapter appendix annex table figure paragraph page")  # where, and not what
STOPWORDS = (
    DETERMINERS | PREPOSITIONS | AUXILIARIES | RELATIVES | PRONOUNS | CONJUNCTIONS | ADVERBS | WH | word_set(
        "please answer yes no very more most least less own same too out up down s t it's what's"
        " what's there's anywhere everywhere altogether total overall etc"
    )
)  # fmt: skip
MENTION_VERBS = word_set(
    "referenced mentioned cited listed given named appear appears defined described found shown contained included"
    " occur occurs stated referred refer refers reference references contain contains mention mentions cite cites"
    " printed used quoted there present exist exists identified provided specified discussed introduced"
    " recognized recognised enumerated presented set display displayed recorded"
)

NUMBER_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17,
    "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "dozen": 12,
}  # fmt: skip

REFERENCE_KINDS = {
    "table": "table", "tables": "table", "tab": "table", "figure": "figure", "fig": "figure", "section": "section",
    "sec": "section", "appendix": "appendix", "annex": "appendix", "chapter": "chapter", "part": "part",
    "article": "article", "clause": "clause", "exhibit": "exhibit", "schedule": "schedule", "page": "page",
    "box": "box", "paragraph": "paragraph", "tableau": "table", "tabelle": "table", "abschnitt": "section",
    "kapitel": "chapter", "chapitre": "chapter", "seite": "page", "anhang": "appendix", "listing": "listing",
    "algorithm": "algorithm", "subsection": "section",
}  # fmt: skip

DOCUMENT_NOUNS = word_set("document documents contract contracts agreement agreements paper papers file files pdf pdfs")
WEAK_DOCUMENT_NOUNS = word_set(
    "policy policies report reports article articles manual manuals study studies publication publications letter"
    " letters invoice invoices memo memos abstract abstracts syllabus syllabi bylaws guide guides handbook handbooks"
    " standard standards filing filings lease leases licence licenses deed deeds record records minutes notice notices"
    " resume resumes cv cvs thesis theses book books transcript transcripts email emails form forms brochure brochures"
)
# Nouns that end the name of a document: "the incident handling guide".
DOCUMENT_NAME_NOUNS = (
    DOCUMENT_NOUNS | WEAK_DOCUMENT_NOUNS | word_set(
        "survey bylaw directive assessment framework act regulation rule specification spec prospectus proposal plan"
        " statement run schedule return charter constitution code textbook tutorial whitepaper statute order catalogue"
        " catalog datasheet leaflet dictionary encyclopedia"
    )
)  # fmt: skip
COLLECTION_NOUNS = word_set("collection corpus dataset library folder archive database set repository")

# Words by which a question picks some of a set by comparing them.
COMPARING = word_set(
    "more less fewer most least than highest lowest largest smallest longest shortest biggest best worst greatest"
    " earliest latest oldest newest youngest first last before after between same only except excluding besides"
    " consecutive both second third fewest other tied top bottom ranked"
)
NEGATING = word_set("not never without neither nor no cannot don't doesn't didn't isn't aren't wasn't weren't")

SYNONYM_GROUPS = (
    "way ways method methods means approach approaches manner technique techniques mode modes mechanism mechanisms",
    "kind kinds type types category categories sort sorts class classes variety varieties form forms",
    "part parts component components element elements constituent constituents",
    "step steps stage stages phase phases procedure",
    "duty duties responsibility responsibilities obligation obligations task tasks",
    "requirement requirements prerequisite prerequisites condition conditions",
    "benefit benefits advantage advantages",
    "drawback drawbacks disadvantage disadvantages limitation limitations shortcoming shortcomings weakness",
    "goal goals objective objectives aim aims purpose purposes target targets",
    "reason reasons cause causes factor factors driver",
    "risk risks hazard hazards danger dangers threat threats",
    "option options choice choices alternative alternatives possibility possibilities",
    "penalty penalties fine fines sanction sanctions",
    "characteristic characteristics feature features property properties attribute attributes trait traits quality",
    "rule rules guideline guidelines principle principles",
    "effect effects consequence consequences impact impacts result results outcome outcomes",
    "tool tools software program programs utility utilities",
    "party parties signatory signatories",
    "member members participant participants",
    "employee employees staff personnel worker workers",
    "state states jurisdiction jurisdictions",
    "level levels tier tiers grade grades degree value values",
    "term terms word words expression",
    "chapter chapters section sections",
    "supplier suppliers vendor vendors provider providers seller",
    "customer customers client clients",
    "medicine medicines drug drugs medication medications chemical chemicals compound",
    "disease diseases disorder disorders illness illnesses condition",
    "mistake mistakes error errors fault faults failure failures defect defects bug bugs",
    "exam exams test tests examination examinations quiz quizzes",
    "assignment assignments homework",
    "symptom symptoms sign signs",
    "fee fees charge charges cost costs",
    "exception exceptions exemption exemptions exclusion exclusions",
    "acronym acronyms abbreviation abbreviations initialism initialisms",
    "recommendation recommendations suggestion suggestions advice",
    "direction directions avenue avenues",
    "position positions setting settings",
    "conclusion conclusions finding findings result results",
    "deadline deadlines due date dates",
    "car cars vehicle vehicles automobile automobiles",
    "field fields attribute column columns",
    "question questions query queries",
    "country countries nation nations",
    "team teams club clubs squad",
    "film films movie movies title titles",
    "song songs single singles track tracks title titles",
    "city cities town towns municipality",
    "game games match matches",
    "year years season seasons",
    "school schools university universities college institution institutions",
    "company companies firm firms",
    "population people inhabitants residents",
    "ship ships vessel vessels boat boats",
    "incident incidents claim claims accident accidents loss losses occurrence occurrences event events case cases",
)


def _synonym_table() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for group in SYNONYM_GROUPS:
        found = list(dict.fromkeys(stem(word) for word in group.split()))
        for one in found:
            known = table.setdefault(one, [])
            known.extend(other for other in found if other != one and other not in known)
    return {key: tuple(values) for key, values in table.items()}


_SYNONYMS = _synonym_table()


def synonyms(noun_stem: str) -> tuple[str, ...]:
    """Stems of words that may stand for a noun in a lead-in, best first; empty for most words."""
    return _SYNONYMS.get(noun_stem, ())
