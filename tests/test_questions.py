"""How questions are understood: one row a question, in our own words."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.question import Condition, ItemKind, QuestionKind
from app.domain.words import stem
from app.questions import parse, synonyms
from app.questions.tokens import is_plural, sentences, tokenize

# (question, noun): listing questions whose items are phrases
NOUNS = [
    ("What are the chambers of the heart?", "chambers"),
    ("Which sensors does the buoy carry?", "sensors"),
    ("List every hazard of the site.", "hazard"),
    ("List all hazards of the site", "hazards"),
    ("Name the rivers in the treaty.", "rivers"),
    ("Give me the full list of permitted solvents.", "solvents"),
    ("Give me a complete list of the permitted solvents", "solvents"),
    ("Show all berths in the harbour plan.", "berths"),
    ("Enumerate the gates of the dam", "gates"),
    ("Provide the names of all trustees.", "trustees"),
    ("Please list the trustees", "trustees"),
    ("Could you please tell me which permits are needed?", "permits"),
    ("I would like to know which permits are needed", "permits"),
    ("I need a list of all growers mentioned in the appendix.", "growers"),
    ("Tell me the rules of the pool.", "rules"),
    ("In which ways does the plan reduce noise?", "ways"),
    ("At which depths are the samples taken?", "depths"),
    ("By which methods can I pay the toll?", "methods"),
    ("On what grounds may the lease be ended?", "grounds"),
    ("Under which conditions is the valve opened?", "conditions"),
    ("From which quarries does the stone come?", "quarries"),
    ("What types of bridges are described?", "bridges"),
    ("What kinds of soil does the survey map?", "soil"),
    ("What are the categories of visitors?", "categories"),
    ("What positions does the switch have?", "positions"),
    ("What positions can the lever take?", "positions"),
    ("Which species are protected?", "species"),
    ("What criteria must applicants meet?", "criteria"),
    ("Which of the pumps are spare?", "pumps"),
    ("What are the two main causes of the delay?", "causes"),
    ("Which bird calls are described in the guide?", "calls"),
    ("Which safety and fire drills were held?", "drills"),
    ("Which goods categories are exempt?", "categories"),
    ("Which sales tax codes apply?", "tax codes"),
    ("Who are the members of the board?", "members"),
    ("Who were all the witnesses that signed the deed?", "witnesses"),
    ("What are the company's core values?", "values"),
    ("What are Harbourside\u2019s opening times?", "times"),
    ("Which colours can the lamp show?", "colours"),
    ("Which state requires a permit?", "state"),
    ("which town has the oldest mill", "town"),
    ("What exemptions are available to farmers?", "exemptions"),
    ("What is the list of spare parts?", "parts"),
    ("What is the set of valid flags?", "flags"),
    ("All alarm codes of the boiler", "alarm codes"),
    ("every tram line in the timetable", "line"),
    ("alarm codes of the boiler?", "alarm codes"),
    ("films directed by a woman in 1987?", "films"),
    ("Are there any exceptions to the curfew?", "exceptions"),
    ("According to the charter, which officers are elected?", "officers"),
    ("In the second annex, list the ferries.", "ferries"),
    ("For the coastal route: which stops are served?", "stops"),
    ("Besides granite, which rocks are quarried?", "rocks"),
    ("They met on what three dates?", "dates"),
    ("Find all errata.", "errata"),
    ("Return each duty of the warden", "duty"),
    ("List the appendices", "appendices"),
    ("What fees or charges does the marina levy?", "fees"),
    ("Which regions or provinces grow tea?", "regions"),
    ("What other fuels are listed?", "fuels"),
    ("Which standing orders does the club have?", "orders"),
    ("What would be the steps for filing a claim?", "steps"),
    ("Identify the stakeholders.", "stakeholders"),
    ("Which children\u2019s books won the prize?", "books"),
    ("Which country/countries signed the pact?", "countries"),
    ("What is the score of each match?", "score"),
    ("What\u2019s the list of spare parts?", "parts"),
    ("What are the names and addresses of the owners?", "owners"),
    ("A complete list of the owners, please", "owners"),
    ("Exceptions?", "Exceptions"),
    ("List of all ferries", "ferries"),
    ("Quels sont les outils d\u00e9crits dans le manuel ?", "outils"),
    ("Quelles \u00e9tapes comporte la proc\u00e9dure ?", "\u00e9tapes"),
    ("Listez les garanties du contrat", "garanties"),
    ("Welche Werkzeuge braucht man?", "Werkzeuge"),
    ("Welche verbotenen Stoffe nennt die Liste?", "Stoffe"),
    ("Nenne alle Pflichten des Mieters", "Pflichten"),
    ("\u00bfCu\u00e1les son los pasos del proceso?", "pasos"),
]

COUNTS = [
    ("How many chambers does the heart have?", "chambers"),
    ("How many essential oils are there?", "oils"),
    ("how many of the pumps are spare", "pumps"),
    ("What is the total number of seats?", "seats"),
    ("What is the number of seats in the hall?", "seats"),
    ("Count the bridges of the town.", "bridges"),
    ("Combien de portes compte le palais ?", "portes"),
    ("Wie viele Br\u00fccken hat die Stadt?", "Br\u00fccken"),
    ("According to the report, how many wells were drilled?", "wells"),
]

OTHERS = [
    "",
    "   ",
    "?",
    "...!!",
    "Hello",
    "Thanks for your help",
    "What is a turbine?",
    "What is the capital?",
    "What are turbines?",
    "Why are the wells dry?",
    "Summarise the minutes.",
    "Explain the ruling",
    "Compare the two offers",
    "Give me a summary of the ruling.",
    "Give an overview of the plan",
    "How does the lock work?",
    "How much does it cost?",
    "How long is the bridge?",
    "Is the bridge open?",
    "Does the plan allow dogs?",
    "What does the term mean?",
    "What does the pump do?",
    "Translate the letter into Dutch.",
    "Where is the station?",
    "The wells are dry.",
    "Tell me about the harbour",
    "What about the harbour?",
    "When was the tower built?",
    "What's a turbine?",
    "Which is better?",
    "What do you know about locks?",
    "Quel est le prix ?",
]


@pytest.mark.parametrize(("question", "noun"), NOUNS)
def test_the_noun_of_a_listing_question(question: str, noun: str) -> None:
    understood = parse(question)
    assert (understood.kind, understood.noun) == (QuestionKind.LISTING, noun)
    assert understood.noun_stem == stem(noun.split()[-1])
    assert understood.nouns[0] == noun


@pytest.mark.parametrize(("question", "noun"), COUNTS)
def test_the_noun_of_a_count_question(question: str, noun: str) -> None:
    understood = parse(question)
    assert (understood.kind, understood.noun) == (QuestionKind.COUNT, noun)


@pytest.mark.parametrize("question", OTHERS)
def test_what_asks_for_no_set(question: str) -> None:
    assert parse(question).kind is QuestionKind.OTHER


KINDS = [
    ("Which e-mail addresses are given in the leaflet?", ItemKind.PATTERN, "email"),
    ("List all emails in the leaflet", ItemKind.PATTERN, "email"),
    ("List all URLs.", ItemKind.PATTERN, "url"),
    ("Which web addresses does the poster mention?", ItemKind.PATTERN, "url"),
    ("Which RFCs are cited?", ItemKind.PATTERN, "rfc"),
    ("List the DOIs in the references.", ItemKind.PATTERN, "doi"),
    ("Which CVEs does the bulletin mention?", ItemKind.PATTERN, "cve"),
    ("Which phone numbers are given?", ItemKind.PATTERN, "phone"),
    ("Which ISBNs are printed on the list?", ItemKind.PATTERN, "isbn"),
    ("Which IP addresses appear in the log?", ItemKind.PATTERN, "ip"),
    ("Which dates are mentioned in the letter?", ItemKind.PATTERN, "date"),
    ("On which dates are the rents due?", ItemKind.TEXT, "date"),
    ("List the identifiers of all Controls.", ItemKind.PATTERN, "identifier"),
    ("Which Technical Bulletins (TB numbers) are cited?", ItemKind.PATTERN, "prefix:TB"),
    ("Which TB numbers are cited?", ItemKind.PATTERN, "prefix:TB"),
    ("Which TBs are referenced?", ItemKind.PATTERN, "prefix:TB"),
    ("Which terms are defined in the glossary?", ItemKind.DEFINITION, ""),
    ("Which terms does the licence define?", ItemKind.DEFINITION, ""),
    ("List all acronyms.", ItemKind.DEFINITION, ""),
    ("Which payment terms are offered?", ItemKind.TEXT, ""),
    ("What do the footnotes say? List each footnote.", ItemKind.FOOTNOTE, ""),
    ("List all footnotes", ItemKind.FOOTNOTE, ""),
    ("Which contracts contain a penalty clause?", ItemKind.DOCUMENT, ""),
    ("Which documents mention Lisbon?", ItemKind.DOCUMENT, ""),
    ("Which papers discuss coral bleaching?", ItemKind.DOCUMENT, ""),
    ("Which contracts do not contain a penalty clause?", ItemKind.DOCUMENT, ""),
    ("Which of the contracts are rental agreements?", ItemKind.DOCUMENT, ""),
    ("Which agreements are governed by the law of Malta?", ItemKind.DOCUMENT, ""),
    ("List every lease in the collection that allows pets.", ItemKind.DOCUMENT, ""),
    ("Which documents must be handed in?", ItemKind.TEXT, ""),
    ("Which contracts does the town have?", ItemKind.TEXT, ""),
    ("Which documents are required for a visa?", ItemKind.TEXT, ""),
    ("Who likes Walnuts?", ItemKind.SUBJECT, ""),
    ("Who approved the budget?", ItemKind.SUBJECT, ""),
    ("Who can open the vault?", ItemKind.SUBJECT, ""),
    ("Who are the approvers of the budget?", ItemKind.TEXT, ""),
    ("Who does the mayor appoint?", ItemKind.TEXT, ""),
]


@pytest.mark.parametrize(("question", "kind", "pattern"), KINDS)
def test_what_one_item_is(question: str, kind: ItemKind, pattern: str) -> None:
    understood = parse(question)
    assert (understood.kind, understood.item_kind, understood.pattern) == (QuestionKind.LISTING, kind, pattern)


CONDITIONS = [
    ('Which permits have the status "Lapsed"?', Condition("Lapsed", "status")),
    ("Which permits have the status 'Lapsed'?", Condition("Lapsed", "status")),
    ("Which permits have a status of \u201cLapsed\u201d?", Condition("Lapsed", "status")),
    ('Which towns are listed under "Schedule Nine"?', Condition("Schedule Nine")),
    ("Which boats are registered in the state NV?", Condition("NV", "state")),
    ("Which pilots hold a class C licence?", Condition("C", "class")),
    ("In which ports or harbours does vessel 4410 call?", Condition("4410", "vessel")),
    ("Which permits belong to parcel QX-00417?", Condition("QX-00417", "parcel")),
    ("Which boats have build year 1998?", Condition("1998", "build year")),
    ("Which boats sail in Patagonia?", Condition("Patagonia")),
    ("Which boats were built in 1998?", Condition("1998")),
    ("Which reports include region NE?", Condition("NE", "region")),
    ("What are the tasks under the Rescue Group?", Condition("Rescue", "Group")),
    ("Which clubs are not members?", Condition("members", negated=True)),
    ("Which clubs had no women?", Condition("women", negated=True)),
    ("Which boats do not carry radar?", Condition("carry radar", negated=True)),
    ("Which fuels are listed besides peat?", Condition("peat", negated=True)),
    ("Who likes Big Owls?", Condition("Big Owls", "likes")),
    ("Who does not like Owls?", Condition("Owls", "like", negated=True)),
]


@pytest.mark.parametrize(("question", "condition"), CONDITIONS)
def test_restrictions(question: str, condition: Condition) -> None:
    assert parse(question).conditions == (condition,)


@pytest.mark.parametrize(
    "question",
    [
        "Which charges does the by-law set for owners that do not register?",
        "Which planes average 65 seats?",
        "Which options are open to Group members?",
        "Which lamps are shown in Table 4?",
        "What are the gates of the QRS 2.0 network?",
    ],
)
def test_no_restriction_is_invented(question: str) -> None:
    assert not [c for c in parse(question).conditions if c.column or c.negated or c.value[0].isdigit()]


def test_carriers_are_kept_beside_what_they_carry() -> None:
    assert parse("What types of bridges are described?").nouns == ("bridges", "types")
    assert parse("List the names of all trustees.").nouns == ("trustees", "names")
    assert parse("List the permit numbers of all permits in this file.").nouns == ("permit numbers", "permits")
    assert parse("List the pilot licence numbers of all pilots.").nouns == (
        "licence numbers", "pilot licence numbers", "pilots",
    )  # fmt: skip
    assert parse("Which regions or provinces grow tea?").nouns == ("regions", "provinces")
    assert parse('Which cases are "Shut"? Give the case numbers.').nouns == ("cases", "case numbers")


def test_modifiers_and_terms() -> None:
    understood = parse("Which coastal weather stations does the 2031 atlas describe?")
    assert understood.modifiers == ("coastal", "weather")
    assert understood.terms == (stem("coastal"), stem("weather"), "2031", "atlas")
    assert parse("Which multi-stage pumps are used?").terms == ("multi", "stage")


def test_numbers_references_and_names() -> None:
    assert parse("What are the five pillars?").stated_number == 5
    assert parse("Which 2 mayors resigned?").stated_number == 2
    assert parse("Name at least three islands.").stated_number == 3
    assert parse("Which lamps are compared in Table 4 of the paper?").reference == ("table", "4")
    assert parse("What duties does Section 12.3 give?").reference == ("section", "12.3")
    assert parse("Which forms are in Appendix B?").reference == ("appendix", "B")
    assert parse("What are the zones of QRS 2.0?").document_hints == ("QRS 2.0",)
    assert parse("Which flags are there in Fedora policy?").document_hints == ("Fedora policy",)
    assert parse("Which parts does the kiln handling guide name?").document_hints == ("kiln handling guide",)
    assert parse('Which towns are under "Schedule Nine"?').phrases == ("Schedule Nine",)


@pytest.mark.parametrize(
    "question",
    [
        "What would the order require for the old pier?",
        "What can cause a spill?",
        "How can I pay?",
        "What is included in the fare?",
        "What must be handed in with the form?",
        "Who is on the committee?",
        "Who is responsible for the lock?",
        "What is the warden responsible for?",
        "How are the berths grouped?",
        "How is the load divided on the old pier?",
    ],
)
def test_no_noun_is_named(question: str) -> None:
    understood = parse(question)
    assert (understood.kind, understood.noun) == (QuestionKind.LISTING, "")
    assert understood.terms


def test_languages() -> None:
    assert [parse(q).language for q in ("Quels sont les prix ?", "Welche Preise gibt es?", "What are the prices?")] == [
        "fr", "de", "en",
    ]  # fmt: skip


def test_synonyms_go_both_ways_and_never_to_themselves() -> None:
    assert stem("methods") in synonyms(stem("ways"))
    assert stem("ways") in synonyms(stem("methods"))
    assert synonyms("zebra") == ()
    for word in ("ways", "types", "steps", "levels"):
        assert stem(word) not in synonyms(stem(word))


def test_plurals() -> None:
    assert all(map(is_plural, ("pumps", "criteria", "series", "indices")))
    assert not any(map(is_plural, ("class", "status", "analysis", "this", "bus", "gas", "a")))


def test_sentences_do_not_break_at_abbreviations() -> None:
    assert len(sentences(tokenize("Which U.S. States signed? List them."))) == 2
    assert len(sentences(tokenize("What does version 2.0 add?"))) == 1


@given(st.text(max_size=300))
def test_any_text_is_understood_without_an_error(text: str) -> None:
    understood = parse(text)
    assert understood == parse(text)
    assert understood.text == text


@given(
    st.lists(
        st.sampled_from(
            [
                "which",
                "what",
                "list",
                "the",
                "all",
                "of",
                "in",
                "pumps",
                "not",
                "and",
                "or",
                "'",
                '"',
                "(",
                ")",
                "who",
                "how",
                "many",
                "are",
                "do",
            ]
        )
    )
)
def test_any_order_of_function_words(words: list[str]) -> None:
    parse(" ".join(words))


def test_a_long_question_is_cheap() -> None:
    question = "Which pumps are listed " + "in the hall of the old mill " * 400
    began = time.perf_counter()
    parse(question)
    assert time.perf_counter() - began < 0.5
