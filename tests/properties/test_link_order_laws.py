"""Whatever a program wishes, the board gets an order that it can read, and no other."""

from hypothesis import given
from hypothesis import strategies as st

from jadoube.core.messages.order_text import parse_order
from jadoube.core.messages.orders import LightSquares, SetClocks, WriteText
from jadoube.links.translation import Light, RunClocks, Wish, Write
from shared.links.programs import orders_of

WISHES = st.one_of(
    st.builds(Light, st.integers(0, (1 << 64) - 1)),
    st.builds(Write, st.text(max_size=40) | st.sampled_from(["off", "OFF", " off\n", "by owner forget Ada"])),
    st.builds(
        RunClocks, st.integers(-1, 1 << 40), st.integers(-1, 1 << 40), st.sampled_from([None, True, False])
    ),
)


@given(WISHES)
def test_a_wish_is_one_order_of_its_kind(wish: Wish) -> None:
    """On one line, read as what was wished; or none, where nothing is to change."""
    for text in orders_of(wish):
        order = parse_order(text)
        match wish:
            case Light(squares):
                assert order == LightSquares(squares)
            case Write(written):
                assert isinstance(order, WriteText)
                assert order.text
                assert set(order.text.lower()) <= set(written.lower()) | {" "}
            case _:
                assert isinstance(order, SetClocks)
        assert text.isprintable()
